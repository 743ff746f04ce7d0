/**
 * What the server says, as types. The contract is docs/table.md.
 *
 * @typedef {{name: string, title: string, summary: string, minutes?: number, complexity?: number, learns?: string, start?: boolean}} Scenario
 * @typedef {{name: string, title: string, summary: string, case: string, values: string[],
 *   default?: string}} Option
 * @typedef {{name: string, title: string, summary: string, usual: boolean}} Level
 * @typedef {{name: string, title: string, year: number, summary: string, sides: string[],
 *   scenarios: Scenario[], options: Option[], players: Level[], picture: string | null,
 *   provenance?: string, edition?: string, guide?: string, lessons?: Lesson[], guided?: {scenario: string, side: string, level: string} | null, powers?: Record<string, string[]>}} Game
 *
 * @typedef {{since: number, changes: Partial<Table> & {overlays?: Record<string, string[] | null>, lines?: Record<string, string[] | null>,
 *   markers?: Record<string, string[] | null>}, pieces: Piece[], gone: string[], order?: string[]}} Changes
 * @typedef {{name: string, kind: "me" | "open" | "computer" | "person", level?: string, side?: string, powers?: string[],
 *   online?: boolean, invitation?: string, vacant?: boolean}} Seat
 * @typedef {{id: string, game: string, title: string, scenario?: string, seats: Record<string, Seat>,
 *   turn: string, phase: string, who: string, my_turn: boolean, version: number, over: boolean,
 *   changed: number, status?: string, commitment?: string, origin?: string | null}} Summary
 *
 * @typedef {{kind: string, name: string, value?: number | string | null, owner?: string}} Place
 * @typedef {{label: string, x: number, y: number, facts: Record<string, string>, places: Place[]}} Hex
 * @typedef {{name: string, title?: string, x: number, y: number, width: number, height: number}} Box
 * @typedef {{name: string, colour: string, ink: string, adjective?: string}} Nation
 * @typedef {{title: string, columns: string[], rows: string[][], source?: string,
 *   origins?: [string, string][]}} Chart
 * @typedef {{url: string, x: number, y: number, width: number, height: number, widths: number[]}} Picture
 * @typedef {{name: string, title: string, scale: string, x: number, y: number, width: number, height: number,
 *   background: Picture | null, overlay: {url: string} | null}} MapData
 * @typedef {{game: string, title: string, unit: number, orientation?: "flat" | "pointy",
 *   width: number, height: number, hexes: Hex[], boxes: Box[],
 *   background: Picture | null, overlay: {url: string} | null, nations: Record<string, Nation>,
 *   charts: Chart[], said: Record<string, string>, phases: string[], sides: string[], maps: MapData[], guide?: string}} BoardData
 *
 * @typedef {{key: string, name: string, nation: string, side: string, symbol: string, size: string,
 *   strengths: string, place: string, marks: string[], title?: string}} Piece
 * @typedef {{name: string, value: number, side: string, note: string}} Track
 * @typedef {{title: string, lines: string[], marks?: Record<number, Mark[]>, battle?: boolean}} Panel
 * @typedef {{takes: "hex" | "unit" | "amount" | "word" | "nothing", label: string, ends?: boolean, main?: boolean, means?: string, aside?: boolean,
 *   words?: Record<string, string>}} Verb
 * @typedef {{case: string, what: string, amount: number, over?: number, marks?: Mark[]}} Modifier
 * @typedef {{result: string, probability: number, rolls: number[], meaning: string,
 *   cost?: {attacker?: number, defender?: number, ground?: number}}} Result
 * @typedef {{title: string, attack: Modifier[], defence: Modifier[], column: string,
 *   results: Result[], notes: Modifier[], chart?: string, verb?: string, others?: any[],
 *   shares?: {title: string, results: Result[]}[], pairs?: string[][], hidden?: string[], marks?: Mark[], act?: string, die?: number, losses_in?: string}} Odds
 * @typedef {{kind: string, start: string, end: string, chosen: boolean}} Arrow
 * @typedef {{units: string[], hexes: string[], battle: string, arrows?: Arrow[], result?: string}} Focus
 * @typedef {{could: Record<string, string[]>, lost: string[]}} Ending
 * @typedef {{kind: string, by: string, to: number, dice: number[], waiting?: string[]}} UndoRequest
 * @typedef {{winner: string | null, reason: string, scores: Record<string, number> | number[]}} Outcome
 *
 * @typedef {{ready: boolean, waits: string[], pledges: Record<string, string>, lots: Record<string, string | null>}} DiceStand
 *
 * @typedef {{id: string, game: string, title: string, version: number, revision: number,
 *   thinking?: boolean, who: string, prompt: string, marks?: Mark[], you: string | null, turn: string, phase: string,
 *   over: boolean, outcome: Outcome | null, choices: Record<string, string[]>, previews?: string[], attacks?: boolean, others_choose?: string[],
 *   verbs: Record<string, Verb>, pieces: Piece[], tracks: Track[], panels: Panel[],
 *   overlays: Record<string, string[]>, markers?: Record<string, string[]>, legends?: Record<string, string>, lines?: Record<string, string[]>, focus?: Focus, ending?: Ending, seats: Record<string, Seat>,
 *   can_undo_to: number | null, request: UndoRequest | null, odds: Odds | null,
 *   scenario?: string, options?: Record<string, string>, sheets?: string[], commitment?: string, dice?: DiceStand, seed?: string | null, status?: string,
 *   last_own?: number | null, origin?: string | null, from_position?: boolean,
 *   last: Entry | null}} Table
 *
 * @typedef {{version: number, side: string | null, choice: string | null, dice: number[],
 *   lines: Note[], turn?: string, phase?: string}} Entry
 * @typedef {{text: string, rank: "turn" | "phase" | "act" | "detail", marks?: Mark[]}} Note
 * @typedef {{kind: "unit" | "hex" | "way" | "die" | "sum", at: number, to: number, of: string[]}} Mark
 * @typedef {{case: string, kind: string, title: string, summary: string, also?: string}} Rule
 * @typedef {{words: string, allowed?: boolean, case?: string, reason?: string}} Tried
 * @typedef {{name: string, cases: string[], title: string, words: string, position: string, picture: string, width: number, height: number,
 *   described: string, tries: Tried[], odds: Odds[]}} Example
 * @typedef {{words: string, points?: string[], choose?: string[], otherwise?: string, plays?: string[], instead?: Record<string, string>}} Moment
 * @typedef {{name: string, title: string, summary: string, minutes: number, side: string}} Lesson
 * @typedef {{words: string, phase?: string, verb?: string, watch?: boolean, points?: string[]}} Advice
 * @typedef {{side: string, welcome: string, advice: Advice[]}} AdviserData
 * @typedef {Lesson & {done: string, moments: Moment[], next: Lesson | null}} Taught
 * @typedef {{term: string, forms: string[], says: string, case: string}} Term
 * @typedef {{parties: string[][], goals: Record<string, string[]>}} GroupData
 * @typedef {{made: number, carried: number, refused: {choice: string, case: string, reason: string} | null, table: Table | null,
 *   changes: Changes | null}} OrdersData
 * @typedef {{place: string, cost?: string, by?: "road" | "rail" | "sea" | "air", zone?: boolean, risk?: boolean}} Leg
 * @typedef {{units: string[], start: string, legs: Leg[], left?: string, supply?: string, cut_off?: boolean,
 *   before?: string[], coming?: string[], risk?: string}} PreviewData
 * @typedef {{orders: string[], fate: "good" | "reveals" | "die" | "waits" | "meant" | "illegal" | "untried", case?: string, reason?: string,
 *   failed?: number, ways?: PreviewData[], attackers?: string[], target?: string, odds?: Odds | null}} ActData
 * @typedef {{version: number, revision: number, acts: ActData[], table: Table | null}} PlanData
 * @typedef {{place: string, verb: string, column: string, orders: string[], units: string[], strengths?: string, declares?: string, table?: string,
 *   attacker?: number, defender?: number, ground?: number, losses_in?: string, hidden?: string[], searched?: boolean}} ProspectData
 * @typedef {{prospects: ProspectData[], unseen?: string[]}} AttacksData
 * @typedef {{text: string, scenario: string, wrong: {line: number | null, reason: string} | null, broken: string[], turn: string, phase: string,
 *   who: string, prompt: string, over: boolean, choices: Record<string, string[]>, verbs: Record<string, Verb>, pieces: Piece[],
 *   overlays: Record<string, string[]>, markers: Record<string, string[]>, legends: Record<string, string>, lines: Record<string, string[]>,
 *   phases: string[], odds: Odds | null, no_odds: string, supply: SideSupply[], sheets?: string[]}} PositionData
 * @typedef {{way?: string[], breaks?: string[], said?: string}} SupplyLine
 * @typedef {{side: string, sources: string[], reach: string[], lines: Record<string, SupplyLine>, cut: string[]}} SideSupply
 * @typedef {{legal: boolean, case: string | null, reason: string | null}} Why
 * @typedef {{sides: number, rolls: number, counts: number[], expected: number, chance: number,
 *   by_side: Record<string, number[]>}} DiceStatistics
 * @typedef {{now: number, tries: number, single: boolean,
 *   courses: {choice: string, chance: number, error: number, reasons: string[], words: string[]}[]}} AdviceData
 * @typedef {{x: number, y: number, name?: string, before?: string[], after?: string[], here?: boolean}} MapHex
 * @typedef {{game: string, title: string, scenario: string, sides: string[], players: string[], colours: Record<string, string>, choices: number,
 *   winner: string | null, reason: string, over: boolean, how: string, hasty: boolean, curve: {version: number, chance: number}[],
 *   rolls: {version: number, side: string, dice: number[], expected: number, luck: number, each: number[], exact: boolean, what: string}[],
 *   luck: Record<string, number>,
 *   turning: {begins: number, ends: number, turn: string, phase: string, side: string, before: number, after: number, luck: number,
 *     words: string[], map: MapHex[]}[],
 *   mistakes: {version: number, turn: string, phase: string, side: string, choice: string, better: string, words: string[], gave: number,
 *     error: number, asked: string}[], looked_at: number,
 *   turns: {turn: number, name: string, version: number, chance: number, numbers: Record<string, number[]>}[],
 *   events: {turn: number, what: string}[],
 *   film: {flat: boolean, cells: [number, number][], frames: [string, string][]} | null, summary: string[]}} AnalysisData
 */

export {};
