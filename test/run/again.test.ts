import { expect, test } from 'vitest'
import { Again } from '../../src/ports/process/again.ts'

const hour = 3_600_000

test('rounds are done one after the other, and one that fails keeps no later one', async () => {
  const [begun, failures]: [(() => void)[], unknown[]] = [[], []]
  const round = () => {
    if (begun.length === 1) throw new Error('not this time')
    return new Promise<void>((end) => begun.push(end))
  }
  const again = new Again({
    everyMs: hour,
    round: async () => round(),
    failed: (error) => {
      failures.push(error)
      begun.push(() => undefined)
    },
  })
  again.start()
  const [first, second, third] = [again.soon(), again.soon(), again.soon()]
  await new Promise(setImmediate)
  expect(begun).toHaveLength(1)
  begun[0]!()
  await Promise.all([first, second])
  expect(failures).toHaveLength(1)
  await new Promise(setImmediate)
  expect(begun).toHaveLength(3)
  const stopped = again.stop()
  begun[2]!()
  await Promise.all([third, stopped])
  expect(failures).toHaveLength(1)
})
