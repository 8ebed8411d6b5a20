import { but } from '../read/first-use.ts'
import type { Unit } from '../write/unit.ts'

interface AnyCall {
  unit: Unit
  params: Readonly<Record<string, string>>
}

/** The same behaviour, of calls that are looked at first: refused, or named in another way. */
export function preparedBy<B extends { handle: (call: never) => unknown }>(
  prepare: (call: AnyCall) => Promise<AnyCall>,
  behaviour: B,
): B {
  const handle = async (call: AnyCall) => behaviour.handle((await prepare(call)) as never)
  // What it takes and gives is as it was; only the call has passed through other hands.
  return but(behaviour, { handle }) as unknown as B
}
