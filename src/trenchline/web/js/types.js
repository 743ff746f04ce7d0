/**
 * What the server says, as types. The contract is docs/table.md.
 *
 * @typedef {{name: string, title: string, summary: string}} Scenario
 * @typedef {{name: string, title: string, summary: string, case: string, values: string[],
 *   default?: string}} Option
 * @typedef {{name: string, title: string, summary: string, usual: boolean}} Level
 * @typedef {{name: string, title: string, year: number, summary: string, sides: string[],
 *   scenarios: Scenario[], options: Option[], players: Level[], picture: string | null,
 *   provenance?: string, edition?: string, powers?: Record<string, string[]>}} Game
 *
 * @typedef {{since: number, changes: Partial<Table> & {overlays?: Record<string, string[] | null>, lines?: Record<string, string[] | null>,
 *   markers?: Record<string, string[] | null>}, pieces: Piece[], gone: string[], order?: string[]}} Changes
 * @typedef {{name: string, kind: "me" | "open" | "computer" | "person", level?: string, side?: string, powers?: string[],
 *   online?: boolean, invitation?: string, vacant?: boolean}} Seat
 * @typedef {{id: string, game: string, title: string, scenario?: string, seats: Record<string, Seat>,
 *   turn: string, phase: string, who: string, my_turn: boolean, version: number, over: boolean,
 *   changed: number, status?: string, commitment?: string}} Summary
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
 *   charts: Chart[], said: Record<string, string>, phases: string[], maps: MapData[]}} BoardData
 *
 * @typedef {{key: string, name: string, nation: string, side: string, symbol: string, size: string,
 *   strengths: string, place: string, marks: string[], title?: string}} Piece
 * @typedef {{name: string, value: number, side: string, note: string}} Track
 * @typedef {{title: string, lines: string[], marks?: Record<number, Mark[]>, battle?: boolean}} Panel
 * @typedef {{takes: "hex" | "unit" | "amount" | "word" | "nothing", label: string, ends?: boolean, main?: boolean, means?: string,
 *   words?: Record<string, string>}} Verb
 * @typedef {{case: string, what: string, amount: number, over?: number, marks?: Mark[]}} Modifier
 * @typedef {{result: string, probability: number, rolls: number[], meaning: string}} Result
 * @typedef {{title: string, attack: Modifier[], defence: Modifier[], column: string,
 *   results: Result[], notes: Modifier[], chart?: string, verb?: string, others?: any[],
 *   shares?: {title: string, results: Result[]}[], pairs?: string[][], hidden?: string[], marks?: Mark[], act?: string, die?: number}} Odds
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
 *   over: boolean, outcome: Outcome | null, choices: Record<string, string[]>, previews?: string[], others_choose?: string[],
 *   verbs: Record<string, Verb>, pieces: Piece[], tracks: Track[], panels: Panel[],
 *   overlays: Record<string, string[]>, markers?: Record<string, string[]>, legends?: Record<string, string>, lines?: Record<string, string[]>, focus?: Focus, ending?: Ending, seats: Record<string, Seat>,
 *   can_undo_to: number | null, request: UndoRequest | null, odds: Odds | null,
 *   scenario?: string, options?: Record<string, string>, commitment?: string, dice?: DiceStand, seed?: string | null, status?: string,
 *   last_own?: number | null,
 *   last: Entry | null}} Table
 *
 * @typedef {{version: number, side: string | null, choice: string | null, dice: number[],
 *   lines: Note[], turn?: string, phase?: string}} Entry
 * @typedef {{text: string, rank: "turn" | "phase" | "act" | "detail", marks?: Mark[]}} Note
 * @typedef {{kind: "unit" | "hex" | "way" | "die" | "sum", at: number, to: number, of: string[]}} Mark
 * @typedef {{case: string, kind: string, title: string, summary: string}} Rule
 * @typedef {{parties: string[][], goals: Record<string, string[]>}} GroupData
 * @typedef {{made: number, refused: {choice: string, case: string, reason: string} | null, table: Table | null,
 *   changes: Changes | null}} OrdersData
 * @typedef {{place: string, cost?: string, by?: "road" | "rail" | "sea" | "air", zone?: boolean}} Leg
 * @typedef {{units: string[], start: string, legs: Leg[], left?: string, supply?: string, cut_off?: boolean,
 *   before?: string[]}} PreviewData
 * @typedef {{legal: boolean, case: string | null, reason: string | null}} Why
 * @typedef {{sides: number, rolls: number, counts: number[], expected: number, chance: number,
 *   by_side: Record<string, number[]>}} DiceStatistics
 */

export {};
