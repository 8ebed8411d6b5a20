import { Client, WorkflowFailedError } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import { expect, test } from 'vitest'
import { processes, workflowIdOf, type ProcessName } from '../../src/domain/processes.ts'
import { Invitation } from '../../src/entities/invitation.ts'
import { invitationExpiresAfterMs } from '../../src/domain/access/user.ts'
import { invitedUser } from '../support/people.ts'
import { worldWithEngine } from '../support/temporal.ts'

// Whoever reaches Temporal can begin what they like there. What is done follows from rows alone.
const { at, tenant, temporal } = await worldWithEngine()

const names = Object.keys(processes) as ProcessName[]
const madeUp = '01M4DE0P0000000000000000ZZ'
const nobody = 'TN00000000000000000000ZZZZ00'

/** All that stands in the database, each table as one digest. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await at.owner(
    `select relname as name from pg_class where relkind in ('r', 'p')
     and relnamespace = 'public'::regnamespace and not relispartition order by 1`,
  )
  const digests = tables.map(
    ({ name }) => `(select md5(string_agg(t::text, '|' order by t::text))
    from ${name} t) as ${name}`,
  )
  const [row] = await at.owner(`select ${digests.join(', ')}`)
  return row!
}

/** What a process is about in the forms that the registry knows: an id, one with a run, a day of a job. */
const keysOf = (name: ProcessName) => [
  ...(name === 'runJob' ? ['invoice.due/2026-11-20'] : []),
  `IN${madeUp}`,
  `IN${madeUp}/1`,
  'made.up/2026-11-20',
  'nothing at all',
]

/** Read with our key: to others a failure says that it is one, and no more. */
const resultOf = (workflowId: string) => temporal.client.workflow.getHandle(workflowId).result()

test.each(names)(
  '%s, begun by somebody with our key, finds nothing that it was asked for by',
  async (name) => {
    const before = await everything()
    const forged = [tenant.id, nobody].flatMap((tenantId) =>
      keysOf(name).map((entityId) => ({ tenantId, entityId })),
    )
    const ended = await Promise.all(
      forged.map((input) =>
        temporal.client.workflow
          .execute(processes[name].workflow, {
            taskQueue: temporal.taskQueue,
            workflowId: `${workflowIdOf(name, input.tenantId, input.entityId)}/forged`,
            args: [input],
          })
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(WorkflowFailedError)
            return 'refused'
          }),
      ),
    )
    expect(ended).toHaveLength(forged.length)
    expect(await everything()).toEqual(before)
    expect(at.letters).toEqual([])
  },
)

test('begun or signalled by somebody without our key, nothing that is there is touched, and work goes on', async () => {
  const invitation = await tenant.work((unit) =>
    unit.add(Invitation, {
      userId: invitedUser(unit).id,
      status: 'PENDING',
      expiresAt: new Date(unit.now.getTime() + invitationExpiresAfterMs),
    }),
  )
  const args = [{ tenantId: tenant.id, entityId: invitation.id }]
  const before = await everything()
  const { connection } = temporal
  const { namespace } = temporal.client.options
  const stranger = new Client({ connection, namespace })
  for (const name of names) {
    const workflowId = `${name}/without-key`
    const { taskQueue } = temporal
    await stranger.workflow.start(processes[name].workflow, { taskQueue, workflowId, args })
    await expect(resultOf(workflowId)).rejects.toMatchObject({ cause: { type: 'NOT_OURS' } })
  }
  expect(await everything()).toEqual(before)
  expect(at.letters).toEqual([])

  const genuine = await temporal.client.workflow.start('inviteUser', {
    taskQueue: temporal.taskQueue,
    workflowId: workflowIdOf('inviteUser', tenant.id, invitation.id),
    args,
  })
  await expect.poll(() => at.letters).toHaveLength(1)
  await stranger.workflow.getHandle(genuine.workflowId).signal('closed', { said: 'by a stranger' })
  expect(await genuine.result()).toBe('CLOSED')
})

test('what we wrote for one process says nothing in another', async () => {
  const invitation = await tenant.work((unit) =>
    unit.add(Invitation, {
      userId: invitedUser(unit).id,
      status: 'WITHDRAWN',
      expiresAt: new Date(unit.now.getTime() + invitationExpiresAfterMs),
    }),
  )
  const workflowId = workflowIdOf('inviteUser', tenant.id, invitation.id)
  const { taskQueue, connection } = temporal
  const genuine = await temporal.client.workflow.start('inviteUser', {
    taskQueue,
    workflowId,
    args: [{ tenantId: tenant.id, entityId: invitation.id }],
  })
  await genuine.result()
  const { events } = await genuine.fetchHistory()
  const [copied] = events![0]!.workflowExecutionStartedEventAttributes!.input!.payloads!
  const { namespace } = temporal.client.options
  const codec = { encode: async () => [copied!], decode: async (read: Payload[]) => read }
  const thief = new Client({ connection, namespace, dataConverter: { payloadCodecs: [codec] } })
  const begun = async (id: string) => {
    await thief.workflow.start('inviteUser', { taskQueue, workflowId: id, args: [{}] })
    return resultOf(id)
  }
  const elsewhere = workflowIdOf('inviteUser', nobody, invitation.id)
  await expect(begun(elsewhere)).rejects.toMatchObject({ cause: { type: 'NOT_OURS' } })
  // There it is what it was: the row alone says whether there is something to do.
  expect(await begun(workflowId)).toBe('CLOSED')
})
