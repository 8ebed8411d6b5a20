import { afterEach, beforeEach } from 'vitest'
import { Message } from '../../src/ports/database/statements.ts'
import type { World } from './world.ts'

/** How many messages of statements the database gets for a work, of each test that asks. */
export function countedMessages(at: World): <T>(work: () => Promise<T>) => Promise<[T, number]> {
  const { submit } = Message.prototype
  let messages = 0
  // Who is woken after a commit is told by nobody's message.
  at.runtime.pool.wake = () => undefined
  beforeEach(() => {
    Message.prototype.submit = function (connection) {
      messages++
      return submit.call(this, connection)
    }
  })
  afterEach(() => {
    Message.prototype.submit = submit
  })
  return async (work) => {
    messages = 0
    const done = await work()
    return [done, messages]
  }
}
