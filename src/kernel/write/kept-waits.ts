import { refuse } from '../../domain/refusal.ts'

/** Under a key a connection is held meanwhile, so that few wait at once. */
const keptMax = 3
let kept = 0

/** Work that others do for a verb while its connection is kept. */
export async function whileKept<T>(work: () => Promise<T>): Promise<T> {
  if (kept >= keptMax) refuse('OVERLOADED', { retryAfterSeconds: 1 })
  kept++
  try {
    return await work()
  } finally {
    kept--
  }
}
