import { describe, expect, test } from 'vitest'
import { followFilings } from '../../src/activities/invoices/bankruptcy/file-claim.ts'
import { leaveErrand } from '../../src/activities/system/leave-errand.ts'
import { runTaskHere } from '../factoring/bulk.ts'
import { activated, dayFromNow, newDebtor } from '../factoring/ground.ts'
import { movingDebtors } from './moving.ts'

const { at, tenant, from, to, move, unbooked } = await movingDebtors()

test('an errand that comes back after its invoice moved is told to whom that belongs', async () => {
  const { invoiceId, debtorId } = await unbooked()
  const left = (clientId: string, title: string) =>
    tenant.work((unit) =>
      leaveErrand(unit, {
        type: 'ACTIVATION_FAILED',
        subjectType: 'Invoice',
        subjectId: invoiceId,
        clientId,
        title,
        dedupeKey: `activation/${invoiceId}`,
      }),
    )
  const { id } = await left(from, 'Of the former client')
  const path = `/errands/system/${id}`
  expect((await tenant.api.put(`${path}/resolve`, { comment: 'Done' })).status).toBe(200)
  expect((await move(debtorId, { clientId: to })).status).toBe(200)
  await left(to, 'Of the present client')
  const readers = await Promise.all(
    [from, to].map((clientId) =>
      tenant.holding(['ReadSystemErrand', 'ReadSystemErrands'], { clientId }),
    ),
  )
  const [former, present] = await Promise.all(readers.map((reader) => reader.get(path)))
  expect([former!.status, present!.status]).toEqual([404, 200])
  expect(present!.body.title).toBe('Of the present client')
})

test('an errand that is over follows the debtor that is gone, and is told to no other client', async () => {
  const { debtorId } = await unbooked(from, { identificationNumber: undefined })
  const { debtorId: into } = await unbooked()
  const leave = (subjectId: string) =>
    tenant.work((unit) =>
      leaveErrand(unit, {
        type: 'AUTOMATION',
        subjectType: 'Debtor',
        subjectId,
        clientId: from,
        title: 'Look at it',
        dedupeKey: `look/${subjectId}`,
      }),
    )
  const { id } = await leave(debtorId)
  const path = `/errands/system/${id}`
  await tenant.api.put(`${path}/resolve`, { comment: 'Looked' })
  expect((await move(debtorId, { clientId: from, debtorId: into })).status).toBe(200)
  const over = { status: 'RESOLVED', comment: 'Looked' }
  expect((await tenant.api.get(path)).body).toMatchObject({
    ...over,
    subjectId: into,
    clientId: from,
  })
  // The same about the one that has taken it in opens it again, and is over once more.
  expect((await leave(into)).id).toBe(id)
  await tenant.api.put(`${path}/resolve`, { comment: 'Looked' })
  const { body: moved } = await move(into, { clientId: to })
  const found = await tenant.api.get(`/errands/system?subjectId=${moved.id}`)
  expect(found.body.data).toMatchObject([{ id, ...over, clientId: null }])
  expect((await tenant.api.get(`/errands/system?subjectId=${into}`)).body.data).toEqual([])
})

describe('the errand to file a claim', () => {
  const worked = async () => {
    const rows = await at.owner(
      `select id from background_task where tenant_id = $1 and status = 'QUEUED' order by id`,
      [tenant.id],
    )
    for (const { id } of rows) await runTaskHere(at, tenant, String(id))
  }
  const facts = (more: object = {}) => ({
    date: dayFromNow(at, -2),
    caseNumber: 'K 1234-26',
    trustee: 'Advokat Berg',
    lastClaimDate: dayFromNow(at, 60),
    ...more,
  })
  const declared = async () => {
    const debtor = newDebtor()
    await activated(at, tenant, from, { debtor })
    const path = `/system-debtors/${String(debtor['identificationNumber'])}/bankruptcy`
    const { body } = await tenant.api.post(path, facts())
    await worked()
    const errand = async () => {
      const [row] = await at.owner(
        `select id_text(id) as id, status, due_at::date::text as due, data from system_errand
         where tenant_id = $1 and type = 'BANKRUPTCY' and subject_id = $2`,
        [tenant.id, body.id],
      )
      return row!
    }
    return { path, errand }
  }

  test('says what is known of the bankruptcy now', async () => {
    const { path, errand } = await declared()
    expect(await errand()).toMatchObject({ data: { caseNumber: 'K 1234-26' } })
    await tenant.api.delete(path)
    // Somebody ends the task that would have taken it back, before it began.
    await at.owner(
      `update background_task set status = 'CANCELLED', ended_at = now()
       where tenant_id = $1 and status = 'QUEUED'`,
      [tenant.id],
    )
    const corrected = facts({ lastClaimDate: dayFromNow(at, 10), caseNumber: 'K 9999-26' })
    expect((await tenant.api.post(path, corrected)).status).toBe(200)
    await worked()
    const due = corrected.lastClaimDate
    expect(await errand()).toMatchObject({ status: 'OPEN', due, data: { caseNumber: 'K 9999-26' } })
  })

  test('stays filed, whatever whoever filed it wrote', async () => {
    const { errand } = await declared()
    const comment = 'Nothing of it is open any more.'
    await tenant.api.put(`/errands/system/${String((await errand())['id'])}/resolve`, { comment })
    await tenant.work((unit) => followFilings(unit, 10))
    expect(await errand()).toMatchObject({ status: 'RESOLVED' })
  })
})
