import { beforeAll, describe, expect, test } from 'vitest'
import { activatedInvoice, clientIn, createdInvoice } from '../support/trade.ts'
import { reason } from '../support/reason.ts'
import { worldWithTenant, type Api } from '../support/world.ts'
import { personIn, traceOf } from '../access/people.ts'
import { carried, runsOf } from './running.ts'

const { at, tenant } = await worldWithTenant()
let clientId: string
beforeAll(async () => {
  clientId = await clientIn(tenant)
})

const note = (text: string) => ({ type: 'CREATE_NOTE', params: { text } })
const made = (more: Record<string, unknown>, by: Api = tenant.api) =>
  by.post('/automation', { name: 'Look', type: 'INVOICE', event: 'created', ...more })
const on = async (more: Record<string, unknown>, by?: Api): Promise<string> => {
  const { status, body } = await made(more, by)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const off = (id: string) => tenant.api.put(`/automation/${id}`, { enabled: false })
const notesOn = async (id: string) =>
  (await tenant.api.get(`/invoices/${id}/notes`)).body.data.map((n: { text: string }) => n.text)

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
    await off(id)
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
    const person = await personIn(at, tenant)
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
    await off(id)
  })

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
    expect(run).toMatchObject({ status: 'FAILED', code: 'INVOICE_NOT_SUSPENDED' })
    const errands = await at.owner('select title from system_errand where subject_id = $1', [id])
    expect(errands.length).toBe(1)
    await off(id)
  })

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
    await off(a)
    await off(b)
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
    await off(id)
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

describe('in the name of whoever made it', () => {
  const rights = ['CreateAutomation', 'CreateAutomationRule', 'ReadInvoices', 'CreateNote'] as const
  const rules = [{ actions: [note('mine')] }]

  test('who lost the right of an action does it no more; who is gone, nothing', async () => {
    const person = await personIn(at, tenant)
    const roles = await Promise.all(
      [rights.slice(0, 3), ['CreateNote']].map(async (each, n) => {
        const { body } = await tenant.api.post('/roles', {
          name: `R${n} ${person.id}`,
          rights: each,
        })
        await tenant.api.post(`/users/${person.id}/roles`, { roleId: body.id })
        return body.id as string
      }),
    )
    const id = await on({ rules }, person.api)
    const first = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(first)).toEqual(['mine'])
    const [written] = await at.owner('select created_by from note where target_id = $1', [first])
    expect(written).toEqual({ created_by: person.id })

    await tenant.api.delete(`/users/${person.id}/roles/${roles[1]}`)
    const second = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(second)).toEqual([])
    expect((await runsOf(tenant, id)).at(-1)).toMatchObject({
      status: 'FAILED',
      code: 'ACCESS_DENIED',
    })

    await tenant.api.put(`/users/${person.id}/toggle`, { active: false })
    await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect((await runsOf(tenant, id)).at(-1)).toMatchObject({ code: 'AUTOMATION_SUSPENDED' })
    const { body } = await tenant.api.get(`/automation/${id}`)
    expect(body).toMatchObject({ enabled: true, suspendedFor: 'UNAUTHENTICATED' })
    await createdInvoice(tenant, clientId)
    expect(await carried(at, tenant)).toBe(0)

    // Whoever switches it on answers for it.
    await tenant.api.put(`/automation/${id}`, { enabled: true })
    const last = await createdInvoice(tenant, clientId)
    await carried(at, tenant)
    expect(await notesOn(last)).toEqual(['mine'])
    await off(id)
  })

  test('nobody has done what they may not do, nor reads what they may not read', async () => {
    const maker = await tenant.holding(['CreateAutomation', 'CreateAutomationRule', 'ReadInvoices'])
    const refused = await made({ rules }, maker)
    expect(refused.body).toMatchObject({
      code: 'GRANT_EXCEEDS_HOLDER',
      missingRights: ['CreateNote'],
    })
    expect((await made({ type: 'USER', event: null }, maker)).body.code).toBe(
      'GRANT_EXCEEDS_HOLDER',
    )
    const conditions = { field: 'debtor.name', operator: 'EQ', value: 'X' }
    const asked = await made({ rules: [{ conditions, actions: [note('x')] }] }, maker)
    expect(asked.body.errors).toMatchObject([{ code: 'UNKNOWN_FIELD' }])
    const id = await on({ enabled: false, rules: [{ conditions, actions: [note('x')] }] })
    expect((await maker.put(`/automation/${id}`, { enabled: true })).status).toBe(403)
    const rule = { actions: [{ type: 'STOP_INVOICE' }] }
    expect((await maker.post(`/automation/${id}/rules`, rule)).status).toBe(403)
  })

  test('a client has its own, set off by its own alone, and sees none of the tenant for it', async () => {
    const other = await clientIn(tenant)
    const more = { kind: 'CLIENT', clientId } as const
    const all = [...rights, 'ReadAutomation', 'ReadAutomations', 'UpdateInvoiceToDo'] as const
    const client = await tenant.holding(all, more)
    const theirs = await on({ rules }, client)
    const ours = await on({ clientId, rules: [{ actions: [note('ours')] }] })
    const [own, foreign] = [
      await createdInvoice(tenant, clientId),
      await createdInvoice(tenant, other),
    ]
    await carried(at, tenant)
    expect((await notesOn(own)).toSorted()).toEqual(['mine', 'ours'])
    expect(await notesOn(foreign)).toEqual([])
    const [written] = await at.owner(
      `select visibility from note where target_id = $1 and text = 'mine'`,
      [own],
    )
    expect(written).toEqual({ visibility: 'CLIENT' })
    expect((await client.get('/automation')).body.data.map((a: { id: string }) => a.id)).toEqual([
      theirs,
    ])
    expect((await client.get(`/automation/${ours}`)).status).toBe(404)
    expect((await client.delete(`/automation/${ours}`)).status).not.toBe(204)
    const named = await made({ clientId, rules }, client)
    expect(named.body.errors).toMatchObject([{ pointer: '/clientId', code: 'COMES_FROM_TOKEN' }])
    await off(theirs)
    await off(ours)
  })
})

describe('what is refused, with its place, and nothing changed', () => {
  const leaf = { field: 'event', operator: 'EQ', value: 'created' }
  const deep = (levels: number): object => (levels === 0 ? leaf : { not: deep(levels - 1) })
  const conditions = (sent: unknown) => ({ rules: [{ conditions: sent, actions: [note('x')] }] })
  const actions = (...sent: unknown[]) => ({ rules: [{ actions: sent }] })
  const missing = 'LB06D7ZCEWYHZ8N17900DG7H8PR4'

  test.each([
    ['event', { event: 'flown' }, '/event', 'UNKNOWN_EVENT'],
    [
      'field',
      conditions({ ...leaf, field: 'colour' }),
      '/rules/0/conditions/field',
      'UNKNOWN_FIELD',
    ],
    [
      'operator',
      conditions({ ...leaf, operator: 'LIKE' }),
      '/rules/0/conditions/operator',
      'UNKNOWN_OPERATOR',
    ],
    [
      'operator of another kind',
      conditions({ ...leaf, operator: 'GT' }),
      '/rules/0/conditions/operator',
      'OPERATOR_NOT_FOR_FIELD',
    ],
    [
      'value',
      conditions({ all: [{ field: 'invoice.balance', operator: 'GT', value: 'much' }] }),
      '/rules/0/conditions/all/0/value',
      'WRONG_TYPE',
    ],
    [
      'word',
      conditions({ field: 'mainStatus', operator: 'IN', value: ['BLUE'] }),
      '/rules/0/conditions/value',
      'WRONG_TYPE',
    ],
    ['depth', conditions(deep(5)), '/rules/0/conditions/not/not/not/not/not', 'TOO_DEEP'],
    ['width', conditions({ any: Array(60).fill(leaf) }), '/rules/0/conditions/any/49', 'TOO_WIDE'],
    ['nothing', conditions({ any: [] }), '/rules/0/conditions/any', 'WRONG_TYPE'],
    ['action', actions({ type: 'LAUNCH' }), '/rules/0/actions/0/type', 'UNKNOWN_ACTION'],
    [
      'target',
      actions(note('x'), { type: 'PAUSE_INVOICE', on: 'CLIENT' }),
      '/rules/0/actions/1/on',
      'NOT_FOR_EVENT',
    ],
    [
      'params',
      actions({ type: 'PAUSE_INVOICE', params: { days: 'ten' } }),
      '/rules/0/actions/0/params/days',
      'WRONG_TYPE',
    ],
  ])('%s', async (_, sent, pointer, code) => {
    const count = async () => (await at.owner('select count(*)::int as n from automation'))[0]
    const before = await count()
    const { status, body } = await made(sent)
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer, code }],
    })
    expect(await count()).toEqual(before)
  })

  test.each([
    [
      'label',
      actions({ type: 'ADD_LABEL', params: { labelId: missing } }),
      '/rules/0/actions/0/params/labelId',
    ],
    ['client', { clientId: 'C.06D7ZCEWYHZ8N17900DG7H8PR4' }, '/clientId'],
    [
      'reason',
      actions({ type: 'STOP_INVOICE', params: { reasonCode: 'NONE' } }),
      '/rules/0/actions/0/params/reasonCode',
    ],
  ])('a %s that is not there', async (_, sent, pointer) => {
    const { status, body } = await made(sent)
    expect({ status, errors: body.errors }).toMatchObject({ status: 404, errors: [{ pointer }] })
  })

  test('an automation or rule too many', async () => {
    const id = await on({ enabled: false })
    for (let n = 0; n < 20; n++)
      await tenant.api.post(`/automation/${id}/rules`, { actions: [note('x')] })
    const more = await tenant.api.post(`/automation/${id}/rules`, { actions: [note('x')] })
    expect(more.body.code).toBe('AUTOMATIONS_FULL')
    const there = (await tenant.api.get(`/automation/${id}/rules?limit=100`)).body.data
    expect(there.length).toBe(20)
    expect((await tenant.api.delete(`/automation/rules/${there[0].id}`)).status).toBe(204)
    await at.owner(
      `insert into automation select a.* from automation x cross join lateral
         jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'enabled', true)) a
       cross join generate_series(1, 50) where x.id = $1`,
      [id],
    )
    expect((await made({})).body.code).toBe('AUTOMATIONS_FULL')
    expect((await made({ enabled: false })).status).toBe(201)
  })
})

test('the catalogues say what there is, of what the caller receives', async () => {
  const reader = await tenant.holding(['ReadAutomations', 'ReadInvoices'])
  const { body } = await reader.get('/automation/events')
  expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
    'INVOICE',
    'INVOICE_BALANCE',
  ])
  const names = body.data[0].fields.map(({ name }: { name: string }) => name)
  expect(names).toContain('invoice.balance')
  expect(names).not.toContain('debtor.name')
  const actions = (await reader.get('/automation/actions')).body.data
  expect(actions.length).toBe(10)
  await tenant.api.post('/reason-code', reason('AUTO'))
})
