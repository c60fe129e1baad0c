// Node loads its own client at the first `fetch`, unless a package has set another one before: jsdom's refuses bodies of
// Node's `fetch`. Files that share a process load jsdom in any order.
await fetch('data:,')

export {}
