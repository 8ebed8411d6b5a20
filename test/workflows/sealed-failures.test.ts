import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type WorkflowHandle } from '@temporalio/client'
import { ApplicationFailure, DefaultFailureConverter } from '@temporalio/common'
import * as codecs from '@temporalio/common/lib/internal-non-workflow/index.js'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import temporalProto from '@temporalio/proto'
import { Worker } from '@temporalio/worker'
import { afterAll, expect, inject, test } from 'vitest'
import { createActivities } from '../../src/activities/registry.ts'
import { decoded } from '../../src/kernel/http/codec.ts'
import { whyStuck } from '../../src/kernel/relay/why-stuck.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { dataConverter } from '../../src/ports/temporal/connect.ts'
import { historyKeys, releasesFolder } from '../support/histories.ts'
import { engine } from '../support/temporal.ts'
import { world } from '../support/world.ts'

// What fails may say whose invoice it is and how much: the engine's store, and whoever reads it
// without our key, see that something failed, and of what kind.
const { History, HistoryEvent } = temporalProto.temporal.api.history.v1
const { DescribeWorkflowExecutionResponse } = temporalProto.temporal.api.workflowservice.v1
type Failure = NonNullable<Parameters<DefaultFailureConverter['failureToError']>[0]>

const canary = 'insert into invoice (debtor, amount) values (Astrid Ek, 48211.07)'
let isForGood = false
const fails = () => {
  if (isForGood) throw ApplicationFailure.nonRetryable(canary, 'PERIOD_LOCKED', canary)
  throw new Error(canary, { cause: new Error(`caused by ${canary}`) })
}

const at = await world()
const temporal = await engine({
  keys: at.keys,
  activities: {
    ...createActivities(at.runtime),
    makeSettings: async () => fails(),
    failOnboarding: async () => ({ step: 'makeSettings' }),
    beginActivation: async () => fails(),
    failActivation: async () => ({ status: 'FAILED', step: 'BEGIN' }),
  },
})
afterAll(async () => {
  await temporal.close()
  await at.close()
})

const start = (workflow: string, prefix: string) =>
  temporal.client.workflow.start(workflow, {
    taskQueue: temporal.taskQueue,
    workflowId: `${prefix}/${newId('Invoice')}`,
    args: [{ tenantId: newId('Tenant'), entityId: newId('Invoice') }],
  })

/** Payloads are bytes in it as they are, so that nothing hides in base64. */
const bytesOf = (written: Uint8Array) => Buffer.from(written).toString('latin1')

function failuresIn(value: unknown): Failure[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const own = 'encodedAttributes' in value && value.encodedAttributes != null ? [value] : []
  return [...(own as Failure[]), ...Object.values(value).flatMap(failuresIn)]
}

async function nothingInClear(handle: WorkflowHandle): Promise<Failure[]> {
  const history = await handle.fetchHistory()
  const written = bytesOf(History.encode(history).finish())
  expect(written).toContain('Encoded failure')
  for (const told of ['Astrid', '48211', 'sealed-failures.test']) {
    expect(written).not.toContain(told)
  }
  await Worker.runReplayHistory(
    {
      workflowBundle: { codePath: inject('temporal').codePath },
      dataConverter: dataConverter(at.keys),
    },
    history,
    handle.workflowId,
  )
  return failuresIn(history.events?.map((event) => HistoryEvent.fromObject(event)))
}

/** As a tool of Temporal asks the codec for the sealed part of failures. */
async function shown(failures: readonly Failure[]): Promise<string[]> {
  const base64 = (bytes: Uint8Array | null | undefined) =>
    Buffer.from(bytes ?? []).toString('base64')
  const payloads = failures.map(({ encodedAttributes }) => ({
    metadata: Object.fromEntries(
      Object.entries(encodedAttributes?.metadata ?? {}).map(([name, is]) => [name, base64(is)]),
    ),
    data: base64(encodedAttributes?.data),
  }))
  const asked = { method: 'POST', body: JSON.stringify({ payloads }) }
  const headers = { 'content-type': 'application/json' }
  const answer = await decoded(at.keys, new Request('http://codec', { ...asked, headers }))
  const { payloads: plain } = (await answer.json()) as { payloads: { data: string }[] }
  return plain.map(({ data }) => Buffer.from(data, 'base64').toString())
}

test('what an activity that is tried again fails with is sealed, and told to who may know', async () => {
  isForGood = false
  const handle = await start('onboardClient', 'onboard-client')
  const pending = async () => (await handle.describe()).raw.pendingActivities?.[0]?.lastFailure
  await expect.poll(pending, { interval: 30 }).toBeTruthy()
  const { raw } = await handle.describe()
  expect(bytesOf(DescribeWorkflowExecutionResponse.encode(raw).finish())).not.toContain('Astrid')
  expect(await whyStuck(temporal.client, handle.workflowId)).toMatch(`makeSettings: ${canary}`)

  isForGood = true
  await temporal.advance(handle, 5_000)
  expect(await handle.result()).toBe('FAILED')
  const [again, final] = await shown(await nothingInClear(handle))
  expect(JSON.parse(again ?? '')).toMatchObject({ message: canary })
  expect(JSON.parse(final ?? '').stack_trace).toContain('sealed-failures.test')
})

test('a step within a task, and a process that ends by it, are sealed and keep their type', async () => {
  isForGood = true
  const handle = await start('activateInvoice', 'activate-invoice')
  await expect(handle.result()).rejects.toMatchObject({
    cause: { type: 'PERIOD_LOCKED', nonRetryable: true, message: expect.stringContaining(canary) },
  })
  const failures = await nothingInClear(handle)
  const [marked, ended] = [failures.at(0), failures.at(-1)]
  expect(marked?.applicationFailureInfo).toMatchObject({ type: 'PERIOD_LOCKED' })
  expect(ended?.applicationFailureInfo).toMatchObject({ type: 'PERIOD_LOCKED', nonRetryable: true })
  for (const told of await shown(failures)) {
    expect(JSON.parse(told).message).toContain(canary)
  }
  expect(await whyStuck(temporal.client, handle.workflowId)).toContain(canary)
  const { connection, options } = temporal.client
  const otherwise = { namespace: options.namespace, dataConverter: dataConverter(historyKeys) }
  const stranger = new Client({ connection, ...otherwise })
  expect(await whyStuck(stranger, handle.workflowId)).toMatch(/encrypted with key .* not at hand/)
})

test('a failure of before, in clear, is read as before', async () => {
  const file = join(releasesFolder, '0.1.0', 'activate-invoice.broken.json')
  const { events } = historyFromJSON(JSON.parse(readFileSync(file, 'utf8')))
  const failures = events!.flatMap((event) => event.markerRecordedEventAttributes?.failure ?? [])
  expect(failures.length).toBeGreaterThan(0)
  const { loadedDataConverter } = temporal.client.options
  for (const failure of failures) {
    const error = await codecs.decodeOptionalFailureToOptionalError(loadedDataConverter, failure)
    expect(error?.message).toMatch(/^ENOTDIR: /)
  }
})

test('a process of the version before reads what is sealed', async () => {
  const { loadedDataConverter } = temporal.client.options
  const sealed = loadedDataConverter.failureConverter.errorToFailure(
    new Error(canary),
    loadedDataConverter.payloadConverter,
  )
  expect(sealed.message).toBe('Encoded failure')
  const before = new DefaultFailureConverter()
  expect(before.failureToError(sealed, loadedDataConverter.payloadConverter).message).toBe(canary)
})
