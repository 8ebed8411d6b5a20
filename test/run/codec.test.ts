import { defaultPayloadConverter, type SerializationContext } from '@temporalio/common'
import { expect, test } from 'vitest'
import { deriveKeys } from '../../src/ports/keys/key-ring.ts'
import { EncryptionCodec } from '../../src/ports/temporal/codec.ts'

const keys = deriveKeys('5'.repeat(64))
const codec = new EncryptionCodec(keys)
const said = { tenantId: 'TN1', amount: '48211.07' }
const plain = defaultPayloadConverter.toPayload(said)

const workflow = (workflowId: string): SerializationContext => ({
  type: 'workflow',
  namespace: 'receivables',
  workflowId,
})
const activity = (workflowId?: string): SerializationContext => ({
  type: 'activity',
  namespace: 'receivables',
  isLocal: true,
  ...(workflowId !== undefined && { workflowId }),
})

/** What somebody reads of what somebody wrote. */
async function read(writer?: SerializationContext, reader?: SerializationContext) {
  const [payload] = await codec.decode(await codec.encode([plain], writer), reader)
  expect(Object.keys(payload!.metadata!)).toEqual(['encoding'])
  return defaultPayloadConverter.fromPayload(payload!)
}

test('what was sealed for a process is read by it and its activities alone', async () => {
  const [mine, another] = ['task/TN1/BT1', 'task/TN2/BT1']
  expect(await read(workflow(mine), workflow(mine))).toEqual(said)
  expect(await read(workflow(mine), activity(mine))).toEqual(said)
  expect(await read(activity(mine), workflow(mine))).toEqual(said)
  expect(await read(workflow(mine), workflow(another))).toBeNull()
  expect(await read(activity(mine), workflow(another))).toBeNull()
  expect(await read(workflow(mine), activity(another))).toBeNull()
})

test('what a schedule says is read by each of its runs, and by those of no other', async () => {
  const [schedule, another] = ['job/invoice.due/Europe/Oslo', 'job/invoice.due/Europe/Rome']
  const run = (of: string, day: number) => workflow(`${of}-2026-11-${day}T02:00:00Z`)
  expect(await read(workflow(schedule), run(schedule, 24))).toEqual(said)
  expect(await read(run(schedule, 23), run(schedule, 24))).toEqual(said)
  expect(await read(workflow(schedule), run(another, 24))).toBeNull()
})

test('what was sealed before, and where the SDK knows no process, is read as before', async () => {
  expect(await read(undefined, workflow('task/TN1/BT1'))).toEqual(said)
  expect(await read(activity(), workflow('task/TN1/BT1'))).toEqual(said)
  expect(await read(workflow('task/TN1/BT1'), activity())).toEqual(said)
})

test('people are shown what is sealed, whatever process it is of, and not its owner', async () => {
  const sealed = await codec.encode([plain], workflow('task/TN1/BT1'))
  expect(JSON.stringify(sealed)).not.toContain(Buffer.from('TN1').toString('base64'))
  const [shown] = await codec.decodeToShow(sealed)
  expect(Object.keys(shown!.metadata!)).toEqual(['encoding'])
  expect(defaultPayloadConverter.fromPayload(shown!)).toEqual(said)
})
