"""Balance of Powers (2016): the war on land, the economy, and its land scenarios."""
