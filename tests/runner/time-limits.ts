/** Milliseconds that only what hangs takes: on a busy machine everything takes many times as long. */
export const TEST_MS = 1_200_000
export const START_MS = 300_000
export const EXPECT_MS = 60_000
