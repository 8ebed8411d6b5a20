import { describe, expect, test } from 'vitest'
import { smtp } from '../../../src/ports/mail/smtp.ts'
import { LetterRefused, type Letter } from '../../../src/ports/mail/mail.ts'
import { personIn, roleIn } from '../../access/people.ts'
import { mailServer } from '../../support/mail-server.ts'
import { everyMorning, planAt, runsOf, scheduled, startRun } from '../../support/schedules.ts'
import { activatedInvoice, clientIn } from '../../support/trade.ts'
import { worldWithEngine } from '../../support/temporal.ts'
import type { Api } from '../../support/world.ts'

const { at, tenant, temporal } = await worldWithEngine()
const path = '/scheduler/query-report'
const hourMs = 3_600_000

/** A schedule whose time has come just now, and its run. */
async function due(by: Api = tenant.api, more: object = {}, kind = 'query-report') {
  const scheduleId = await scheduled(by, more, kind)
  const { body } = await tenant.api.get(`/scheduler/${kind}/${scheduleId}`)
  await planAt(at, tenant, scheduleId, body.nextRunAt)
  const [run] = await runsOf(at, scheduleId)
  return { scheduleId, runId: String(run!['id']), plannedAt: String(run!['planned_at']) }
}

const lettersOf = (runId: string) =>
  at.letters.filter(({ messageId }) => messageId.startsWith(runId))
const read = async (id: string) => (await tenant.api.get(`${path}/${id}`)).body
const errandOf = async (subjectId: string) =>
  (await tenant.api.get(`/errands/system?subjectId=${subjectId}&type=SCHEDULE`)).body.data[0]

describe('a run', () => {
  test('makes its file, keeps it, and mails it to each who gets it', async () => {
    await clientIn(tenant)
    const { scheduleId, runId, plannedAt } = await due()
    const handle = await startRun(temporal, tenant, runId)
    expect(await handle.result()).toBe('SENT')
    const letters = lettersOf(runId)
    expect(letters.map(({ to }) => to)).toEqual(everyMorning.recipients)
    expect(letters.map(({ messageId }) => messageId)).toEqual([`${runId}.1`, `${runId}.2`])
    const [file] = letters[0]!.attachments!
    expect(file).toMatchObject({ mimeType: 'text/csv' })
    expect(Buffer.from(file!.bytes).toString()).toContain('Client id;Client;Account')
    expect(letters[0]!.subject).toBe(everyMorning.name)
    const { body: runs } = await tenant.api.get(`${path}/${scheduleId}/runs`)
    expect(runs.data).toMatchObject([{ id: runId, status: 'SENT', mailed: 2, error: null }])
    const document = (await tenant.api.get(`/documents/${runs.data[0].documentIds[0]}`)).body
    expect(document).toMatchObject({ type: 'REPORT', mimeType: 'text/csv' })
    expect(await read(scheduleId)).toMatchObject({ lastRunAt: plannedAt, lastOutcome: 'SENT' })
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    expect(lettersOf(runId)).toHaveLength(2)
  })

  test('that dies between its file and its mail makes no second one', async () => {
    await at.owner(`create function crash() returns trigger language plpgsql as $$
      begin raise exception 'the process dies'; end $$`)
    await at.owner(`create trigger crash before update on schedule_run for each row
      when (new.mailed = 1) execute function crash()`)
    const { runId } = await due()
    const handle = await startRun(temporal, tenant, runId)
    await expect.poll(() => lettersOf(runId).length).toBeGreaterThan(0)
    await at.owner('drop trigger crash on schedule_run')
    await at.owner('drop function crash()')
    await temporal.advance(handle, hourMs)
    expect(await handle.result()).toBe('SENT')
    const ids = lettersOf(runId).map(({ messageId }) => messageId)
    expect(new Set(ids)).toEqual(new Set([`${runId}.1`, `${runId}.2`]))
    const made = await at.owner('select id from document where owner_id = $1', [runId])
    expect(made).toHaveLength(1)
  })

  test('waits for a mail server that is away, by a timer that one sees; after a day a person is asked', async () => {
    const { mail } = at.runtime
    const server = await mailServer()
    server.answers.from = '421 later'
    at.runtime.mail = smtp(server.url, 'Factor <a@factor.example>')
    const { scheduleId, runId } = await due()
    const handle = await startRun(temporal, tenant, runId)
    await expect.poll(() => server.tries).toBe(1)
    await temporal.advance(handle, 61_000)
    await expect.poll(() => server.tries).toBe(2)
    await temporal.advance(handle, 26 * hourMs)
    expect(await handle.result()).toBe('FAILED')
    at.runtime.mail = mail
    await server.close()
    const errand = await errandOf(runId)
    expect(errand).toMatchObject({ status: 'OPEN', suggestion: { action: 'RUN_SCHEDULE' } })
    expect((await read(scheduleId)).lastOutcome).toBe('FAILED')
    const action = { action: 'RUN_SCHEDULE' }
    expect((await tenant.api.put(`/errands/system/${errand.id}/perform`, action)).status).toBe(200)
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    expect(lettersOf(runId)).toHaveLength(2)
    expect((await errandOf(runId)).status).toBe('RESOLVED')
    expect((await read(scheduleId)).lastOutcome).toBe('SENT')
  })

  test('is mailed no more to whom was removed meanwhile', async () => {
    const { scheduleId, runId } = await due()
    await tenant.api.delete(`${path}/${scheduleId}/recipient/kim@factor.example`)
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    expect(lettersOf(runId).map(({ to }) => to)).toEqual(['ola@factor.example'])
  })

  test('of a schedule that was deleted ends', async () => {
    const { scheduleId, runId } = await due()
    await tenant.api.delete(`${path}/${scheduleId}`)
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('GONE')
  })
})

describe('a run that reaches not everybody', () => {
  test('of a period that has no day yet makes nothing, and asks nobody', async () => {
    const { now } = at.clock
    at.clock.now = new Date('2026-11-30T12:00:00Z')
    const parameters = { fromDate: 'START_OF_MONTH', toDate: 'YESTERDAY' }
    const { scheduleId, runId, plannedAt } = await due(tenant.api, {
      reportId: 'vouchers-of-period',
      parameters,
    })
    at.clock.now = now
    expect(plannedAt).toBe('2026-12-01T06:30:00.000Z')
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('NOTHING')
    expect(await errandOf(runId)).toBeUndefined()
    expect((await read(scheduleId)).lastOutcome).toBe('NOTHING')
  })

  test('leaves who takes no mail to a person, and sends it to all others', async () => {
    const { mail } = at.runtime
    at.runtime.mail = {
      send: async (letter: Letter) => {
        if (letter.to === everyMorning.recipients[0]) throw new LetterRefused('nobody here')
        await mail.send(letter)
      },
    }
    const { scheduleId, runId } = await due()
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    expect(lettersOf(runId).map(({ to }) => to)).toEqual(['ola@factor.example'])
    expect((await errandOf(runId)).data).toMatchObject({ recipient: 'kim@factor.example' })
    const others = await unsent()
    at.runtime.mail = mail

    expect(await (await startRun(temporal, tenant, await next(scheduleId))).result()).toBe('SENT')
    expect((await errandOf(runId)).status).toBe('RESOLVED')
    await tenant.api.put(`${path}/${others[0]!.scheduleId}`, { recipients: ['ola@factor.example'] })
    await tenant.api.delete(`${path}/${others[1]!.scheduleId}/recipient/kim@factor.example`)
    await tenant.api.delete(`${path}/${others[2]!.scheduleId}`)
    for (const each of others) expect((await errandOf(each.runId)).status).toBe('RESOLVED')
  })

  /** Three more, each of which one of its recipients did not get. */
  async function unsent() {
    const all = [await due(), await due(), await due()]
    for (const { runId } of all) {
      await (await startRun(temporal, tenant, runId)).result()
      expect((await errandOf(runId)).status).toBe('OPEN')
    }
    return all
  }

  async function next(scheduleId: string): Promise<string> {
    await planAt(at, tenant, scheduleId, (await read(scheduleId)).nextRunAt)
    return String((await runsOf(at, scheduleId)).at(-1)!['id'])
  }
})

describe('in the name of', () => {
  const both = ['CreateQueryReportScheduler', 'QueryReport'] as const

  test.each(both)('somebody who has lost %s it stops until another takes it', async (lost) => {
    const { id, api } = await personIn(at, tenant)
    const roleId = await roleIn(tenant, [lost])
    const kept = await roleIn(
      tenant,
      both.filter((right) => right !== lost),
    )
    for (const each of [roleId, kept]) {
      await tenant.api.post(`/users/${id}/roles`, { roleId: each })
    }
    const { scheduleId, runId } = await due(api)
    await tenant.api.delete(`/users/${id}/roles/${roleId}`)
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('FAILED')
    expect(lettersOf(runId)).toEqual([])
    expect(await read(scheduleId)).toMatchObject({ enabled: false, nextRunAt: null })
    const errand = await errandOf(runId)
    expect(errand.title).toContain('ACCESS_DENIED')
    await tenant.api.put(`${path}/${scheduleId}`, { enabled: true })
    await tenant.api.put(`/errands/system/${errand.id}/perform`, { action: 'RUN_SCHEDULE' })
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
  })

  test('a client’s own caller it shows that client alone', async () => {
    const [clientId, other] = [await clientIn(tenant, { name: 'Own AB' }), await clientIn(tenant)]
    const bound = await tenant.holding(['CreateQueryReportScheduler', 'QueryReport'], { clientId })
    const { runId } = await due(bound)
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    const text = Buffer.from(lettersOf(runId)[0]!.attachments![0]!.bytes).toString()
    expect(text).toContain('Own AB')
    expect(text).not.toContain(other)
  })
})

describe('of bookkeeping files', () => {
  test('files what waits, mails it, and counts it as handed over; without any it mails nothing', async () => {
    const clientId = await clientIn(tenant)
    await activatedInvoice(tenant, clientId)
    const { scheduleId, runId } = await due(
      tenant.api,
      { clientId, reportId: undefined },
      'bookkeeping-file',
    )
    expect(await (await startRun(temporal, tenant, runId)).result()).toBe('SENT')
    const [file] = (await tenant.api.get(`/bookkeeping-files?clientId=${clientId}`)).body.data
    expect(file).toMatchObject({
      status: 'EXPORTED',
      exportChannel: 'EMAIL',
      voucherCount: 1,
      scheduleRunId: runId,
    })
    expect(lettersOf(runId)[0]!.attachments![0]!.filename).toMatch(/\.SI$/)
    const { body } = await tenant.api.get(`/scheduler/bookkeeping-file/${scheduleId}`)
    await planAt(at, tenant, scheduleId, body.nextRunAt)
    const second = String((await runsOf(at, scheduleId))[1]!['id'])
    expect(await (await startRun(temporal, tenant, second)).result()).toBe('NOTHING')
    expect(lettersOf(second)).toEqual([])
  })
})
