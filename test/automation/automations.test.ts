import { beforeAll, describe, expect, test } from 'vitest'
import type { Right } from '../../src/policy/rights.ts'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { worldWithTenant } from '../support/world.ts'
import { personIn, traceOf, type Person } from '../access/people.ts'
import { automationsOf, carried, note, runsOf } from './running.ts'

const { at, tenant } = await worldWithTenant()
const { made, off, on, notesOn } = automationsOf(at, tenant)
const factoring = { type: 'REQUEST_FACTORING', params: {} }
let clientId: string
beforeAll(async () => {
  clientId = await clientIn(tenant)
})

describe('an automation', () => {
  test('does what its rules say about each event once, in order, and shows it', async () => {
    const id = await on({
      rules: [
        { position: 2, actions: [note('second')] },
        {
          position: 1,
          conditions: { field: 'invoice.grossAmount', operator: 'GTE', value: '1250' },
          actions: [{ type: 'CREATE_TODO', params: { title: 'Check', dueInDays: 3 } }, note('one')],
        },
        {
          position: 3,
          conditions: { not: { field: 'mainStatus', operator: 'EQ', value: 'CREATED' } },
          actions: [note('never')],
        },
      ],
    })
    const invoice = await createdInvoice(tenant, clientId)
    expect(await carried(at, tenant)).toBe(1)
    expect((await notesOn(invoice)).toSorted()).toEqual(['one', 'second'])
    const { body } = await tenant.api.get(`/automation/${id}`)
    expect(body.rules.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3])
    expect(body.runs).toMatchObject([
      { status: 'DONE', subjectId: invoice, depth: 1, code: null, steps: [{}, {}, {}] },
    ])
    const todos = await tenant.api.get(`/invoice/todo/${invoice}`)
    expect(todos.body.data).toMatchObject([{ title: 'Check', status: 'OPEN' }])
    expect((await traceOf(at, id)).events).toContain('created')
    await off(id)
    await createdInvoice(tenant, clientId)
    expect(await carried(at, tenant)).toBe(0)
  })

  test('meets twenty events at once, each once, though each process runs twice', async () => {
    const id = await on({ rules: [{ actions: [note('seen')] }] })
    const invoices = await Promise.all(
      Array.from({ length: 20 }, () => createdInvoice(tenant, clientId)),
    )
    const twice = await Promise.allSettled([carried(at, tenant, true), carried(at, tenant, true)])
    // Whoever loses a race is tried again by the engine.
    expect(twice.length).toBe(2)
    await carried(at, tenant)
    for (const invoice of invoices) expect(await notesOn(invoice)).toEqual(['seen'])
    expect((await runsOf(tenant, id)).map(({ status }) => status)).toEqual(Array(20).fill('DONE'))
  })

  test('asks for its process with the event, and makes nothing where there is none', async () => {
    const count = async () =>
      (
        await at.owner('select count(*)::int as n from automation_run where starts_at is not null')
      )[0]
    const before = await count()
    await createdInvoice(tenant, clientId)
    expect(await count()).toEqual(before)
    const id = await on({ rules: [{ actions: [note('seen')] }] })
    await createdInvoice(tenant, clientId)
    expect(await count()).not.toEqual(before)
    await carried(at, tenant)
    expect((await runsOf(tenant, id)).length).toBe(1)
    expect((await tenant.api.delete(`/automation/${id}`)).status).toBe(204)
    expect((await tenant.api.get(`/automation/${id}`)).status).toBe(404)
  })

  test('does the verbs of the trade, and sends mail', async () => {
    const person = await personIn(at, tenant, { rights: ['ReadInvoice'] })
    const letters = at.letters.length
    const mail = { userId: person.id, subject: 'Large', text: 'Look at it' }
    const id = await on({
      event: 'activated',
      rules: [
        {
          actions: [
            { type: 'PAUSE_INVOICE', params: { days: 14 } },
            { type: 'CREATE_ERRAND', on: 'DEBTOR', params: { title: 'Look at this debtor' } },
            { type: 'SEND_MAIL', params: mail },
          ],
        },
      ],
    })
    const invoice = await activatedInvoice(tenant, clientId)
    await carried(at, tenant)
    expect((await runsOf(tenant, id))[0]).toMatchObject({ status: 'DONE' })
    const { body } = await tenant.api.get(`/invoices/${invoice}`)
    expect(body.statuses.main).toBe('PAUSED')
    expect(at.letters.slice(letters)).toMatchObject([{ to: person.email, subject: 'Large' }])
    const errands = await at.owner(
      `select title, subject_type from system_errand where type = 'AUTOMATION' and client_id = $1`,
      [clientId],
    )
    expect(errands).toEqual([{ title: 'Look at this debtor', subject_type: 'Debtor' }])
  })
})

describe('what goes wrong with one', () => {
  test('goes on with the others where one action is refused, and leaves one errand', async () => {
    const id = await on({
      rules: [{ actions: [{ type: 'RESUME_INVOICE' }, note('all the same')] }],
    })
    const invoices = [
      await createdInvoice(tenant, clientId),
      await createdInvoice(tenant, clientId),
    ]
    await carried(at, tenant)
    for (const each of invoices) expect(await notesOn(each)).toEqual(['all the same'])
    const [run] = await runsOf(tenant, id)
    expect(run).toMatchObject({ status: 'FAILED', code: 'INVOICE_NOT_PAUSED' })
    const { body } = await tenant.api.get(`/automation/${id}/runs?status=FAILED`)
    expect(body.data).toHaveLength(invoices.length)
    expect((await tenant.api.get(`/automation/${id}/runs?status=DONE`)).body.data).toEqual([])
    const errands = await at.owner('select title from system_errand where subject_id = $1', [id])
    expect(errands.length).toBe(1)
  })
})

describe('how much one does', () => {
  test('two that set off each other end, with an errand', async () => {
    const [a, b] = [
      await on({
        type: 'NOTE',
        event: 'created',
        rules: [{ actions: [{ ...note('a'), on: 'INVOICE' }] }],
      }),
      await on({ type: 'NOTE', event: null, rules: [{ actions: [note('b')] }] }),
    ]
    const invoice = await createdInvoice(tenant, clientId)
    await tenant.api.post('/notes', { targetType: 'INVOICE', targetId: invoice, text: 'first' })
    const count = await carried(at, tenant)
    // Each note sets off both, three times one after the other; the guard ends the sixteen behind.
    expect(count).toBe(2 + 4 + 8 + 16)
    const ends = (await runsOf(tenant, a)).map(
      ({ depth, status, code }) => `${depth} ${status} ${code}`,
    )
    expect([...new Set(ends)].toSorted()).toEqual([
      '1 DONE null',
      '2 DONE null',
      '3 DONE null',
      '4 ENDED AUTOMATION_LOOP',
    ])
    expect((await notesOn(invoice)).length).toBe(1 + 2 + 4 + 8)
    const errands = await at.owner('select data from system_errand where subject_id = $1', [b])
    expect(errands).toMatchObject([{ data: { code: 'AUTOMATION_LOOP' } }])
  })

  test('acts on one thing only so often in an hour', async () => {
    const id = await on({
      type: 'NOTE',
      event: 'created',
      rules: [{ actions: [{ type: 'CREATE_TODO', params: { title: 'Read' } }] }],
    })
    const invoice = await createdInvoice(tenant, clientId)
    for (let n = 0; n < 32; n++) {
      await tenant.api.post('/notes', { targetType: 'INVOICE', targetId: invoice, text: `${n}` })
    }
    await carried(at, tenant)
    const ends = (await runsOf(tenant, id)).map(({ status, code }) => code ?? status)
    expect(ends.filter((end) => end === 'DONE').length).toBe(30)
    expect(ends.filter((end) => end === 'AUTOMATION_TOO_OFTEN').length).toBe(2)
  })

  test('sends a mail only to who may read what it is about when it is sent', async () => {
    const rights: Right[] = ['ReadInvoice']
    const reader = await personIn(at, tenant, { rights })
    const lapsed = await personIn(at, tenant, { rights })
    const people = [
      reader,
      lapsed,
      await personIn(at, tenant, { rights: ['ReadClient'] }),
      await personIn(at, tenant, { rights, clientId: await clientIn(tenant) }),
    ]
    const mailTo = ({ id: userId }: Person) => ({
      type: 'SEND_MAIL',
      params: { userId, subject: 'Large', text: 'Look at it' },
    })
    const id = await on({ rules: [{ actions: people.map(mailTo) }] })
    await at.owner('delete from user_role where user_id = $1', [lapsed.id])
    const letters = at.letters.length
    await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(at.letters.slice(letters).map(({ to }) => to)).toEqual([reader.email])
    const blind = { status: 'FAILED', code: 'ASSIGNEE_MAY_NOT_SEE' }
    const steps = [{ status: 'DONE' }, blind, blind, blind]
    expect(await runsOf(tenant, id)).toMatchObject([{ ...blind, steps }])
  })

  test('sends one person only so many mails in an hour, and says so once', async () => {
    const reader = () => personIn(at, tenant, { rights: ['ReadInvoices'] })
    const [person, other] = [await reader(), await reader()]
    const mailTo = (userId: string) => ({
      type: 'SEND_MAIL',
      params: { userId, subject: 'Large', text: 'Look at it' },
    })
    const id = await on({
      rules: [{ actions: [...Array(5).fill(mailTo(person.id)), mailTo(other.id), note('seen')] }],
    })
    for (let n = 0; n < 6; n++) await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    const sentTo = ({ email }: { email: string }) => at.letters.filter(({ to }) => to === email)
    expect([sentTo(person).length, sentTo(other).length]).toEqual([20, 6])
    const codes = (await runsOf(tenant, id)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'AUTOMATION_MAILS_FULL').length).toBe(2)
    const errands = await at.owner('select data from system_errand where subject_id = $1', [id])
    expect(errands).toMatchObject([{ data: { code: 'AUTOMATION_MAILS_FULL' } }])
  })
})

describe('what does not go on', () => {
  test('does nothing of a module that is off, and says so', async () => {
    const { id: acting } = (await made({ rules: [{ actions: [factoring, note('done')] }] })).body
    const { id: about } = (await made({ rules: [{ actions: [note('seen')] }] })).body
    const set = (module: string, value: boolean | null) =>
      tenant.api.put(`/system-setting/modules.${module}.enabled`, { value })
    const one = await createdInvoice(tenant, clientId)
    await set('factoring', false)
    await carried(at, tenant)
    await set('factoring', null)
    expect(await runsOf(tenant, acting)).toMatchObject([
      { status: 'FAILED', code: 'FEATURE_DISABLED', steps: [{ code: 'FEATURE_DISABLED' }, {}] },
    ])
    expect((await notesOn(one)).toSorted()).toEqual(['done', 'seen'])
    const two = await createdInvoice(tenant, clientId)
    await set('invoicing', false)
    await carried(at, tenant)
    await set('invoicing', null)
    expect((await runsOf(tenant, about)).at(-1)).toMatchObject({
      status: 'ENDED',
      code: 'FEATURE_DISABLED',
    })
    expect(await notesOn(two)).toEqual([])
  })

  test('that is switched off or deleted ends what waits', async () => {
    const ids = [await on({ rules: [{ actions: [note('late')] }] }), await on({ rules: [] })]
    const invoice = await createdInvoice(tenant, clientId)
    await off(ids[0]!)
    await tenant.api.delete(`/automation/${ids[1]}`)
    expect(await carried(at, tenant)).toBe(0)
    expect(await runsOf(tenant, ids[0]!)).toMatchObject([
      { status: 'ENDED', code: 'AUTOMATION_OFF' },
    ])
    expect(await notesOn(invoice)).toEqual([])
  })
})

describe('one that did not do all', () => {
  test('is forgiven once it has done all, and where it is deleted', async () => {
    const rules = [{ actions: [{ type: 'RESUME_INVOICE' }] }]
    const [id, gone] = [await on({ rules }), await on({ rules })]
    await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    const errandOf = async (of: string) =>
      (await tenant.api.get(`/errands/system?subjectId=${of}`)).body.data[0]
    const close = async ({ id: errand }: { id: string }) =>
      (await tenant.api.put(`/errands/system/${errand}/close`, {})).body.code
    expect(await close(await errandOf(id))).toBe('ERRAND_CAUSE_REMAINS')
    await tenant.api.delete(`/automation/${gone}`)
    expect(await errandOf(gone)).toMatchObject({ status: 'RESOLVED', comment: 'It was deleted' })

    const [rule] = (await tenant.api.get(`/automation/${id}`)).body.rules
    await tenant.api.post(`/automation/${id}/rules`, { actions: [note('done')] })
    await tenant.api.delete(`/automation/rules/${rule.id}`)
    await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect((await errandOf(id)).status).toBe('RESOLVED')
  })

  test('is not forgiven a loop until an hour has gone by without one', async () => {
    const rules = [{ actions: [{ ...note('a'), on: 'INVOICE' }] }]
    const id = await on({ type: 'NOTE', event: 'created', rules })
    const invoice = await createdInvoice(tenant, clientId)
    const write = async (text: string) => {
      await tenant.api.post('/notes', { targetType: 'INVOICE', targetId: invoice, text })
      await carried(at, tenant)
    }
    const statuses = async () =>
      (await tenant.api.get(`/errands/system?subjectId=${id}`)).body.data.map(
        ({ status }: { status: string }) => status,
      )
    await write('first')
    expect(await statuses()).toEqual(['OPEN'])
    await off(id)
    const again = await tenant.api.get(`/automation/${id}`)
    await tenant.api.delete(`/automation/rules/${again.body.rules[0].id}`)
    await tenant.api.post(`/automation/${id}/rules`, {
      actions: [{ type: 'CREATE_TODO', params: { title: 'Read' } }],
    })
    await tenant.api.put(`/automation/${id}`, { enabled: true })
    await write('second')
    expect(await statuses()).toEqual(['OPEN'])
    const { now } = at.clock
    at.clock.now = new Date(now.getTime() + 2 * 3_600_000)
    await write('third')
    at.clock.now = now
    expect(await statuses()).toEqual(['RESOLVED'])
  })
})
