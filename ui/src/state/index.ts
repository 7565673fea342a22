// All state of the page, in one place to look:
//
//   App        the engine, the server, the open recording, the dialogue in front
//   Router     where the page is: its hash
//   ThemeChoice  light, dark or the system's
//   RunList    the runs that the server keeps
//   Launcher   what a new run is made of, and what is on offer
//   Rulebook   the catalogue of rules
//   Recording  one transcript: its bytes, rows, report, and the state of its source
//   FrameList  how that recording is looked at: filter, selection, following
//   Shared     a recording that somebody shared, and whether what was said of it holds
//   ShareDraft a recording on its way to others, masked first
//   KeptShares the shares that this browser made
//   Comparison two runs beside each other
//   Talk       a conversation with a live server
//   Detail     the selected frame's bytes and what is selected inside of it

export { Comparison, type Differences } from './comparison.svelte'
export { Detail, type ByteRange } from './detail.svelte'
export { App, type Missing, type Boot, type ServerState } from './app.svelte'
export { FrameList } from './frames.svelte'
export { Launcher, problemOf } from './launcher.svelte'
export { Recording, type LogSession, type Origin, type Parity, type Phase, type Taken } from './recording.svelte'
export { Router } from './router.svelte'
export { Rulebook } from './rulebook.svelte'
export { KeptShares } from './keptshares.svelte'
export { canSavePage, ownRoot, remember, remembered, ShareDraft, type Copy } from './share.svelte'
export { Shared, type Judgement } from './shared.svelte'
export { RunList } from './runs.svelte'
export { Talk, type Input, type Question, type Sent } from './talk.svelte'
export { ThemeChoice, type Theme } from './theme.svelte'
