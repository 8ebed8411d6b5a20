import { expect } from 'vitest'
import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { runJobForTenant } from '../../src/activities/system/jobs/run-job-for-tenant.ts'
import { runTaskHere } from '../factoring/bulk.ts'
import { activated, asked, dayFromNow, financedClient, newDebtor } from '../factoring/ground.ts'
import { worldWithTenant, type TestTenant, type World } from '../support/world.ts'

/** A tenant with a client, whose debtors go bankrupt. */
export async function bankruptcies() {
  const { at, tenant } = await worldWithTenant()
  const clientId = await financedClient(tenant)
  return { at, tenant, clientId, ...following(at, tenant), ...standing(at, tenant, clientId) }
}

/** What is declared, and done about it by tasks and the daily job. */
function following(at: World, tenant: TestTenant) {
  const facts = (days = -2) => ({
    date: dayFromNow(at, days),
    caseNumber: 'K 1234-26',
    trustee: 'Advokat Berg',
    lastClaimDate: dayFromNow(at, 60),
  })

  async function runTasks(): Promise<void> {
    const rows = await at.owner(
      `select id from background_task where tenant_id = $1 and status = 'QUEUED' order by id`,
      [tenant.id],
    )
    for (const { id } of rows) {
      expect(await runTaskHere(at, tenant, String(id))).toMatchObject({ failed: 0 })
    }
  }

  const declare = async (number: string) => {
    const answer = await tenant.api.post(`/system-debtors/${number}/bankruptcy`, facts())
    if (answer.status === 200) await runTasks()
    return answer
  }

  let runs = 0

  /** The daily job of the platform, as its workflow does it. */
  async function nextDay() {
    const asOfDate = dayFromNow(at, 0)
    const now = new Date(at.clock.now.getTime() + ++runs)
    const work = {
      runtime: at.runtime,
      now,
      workflowId: `run-job/${runs}`,
      job: 'bankruptcy',
    } as const
    await at.owner(`delete from job_run where tenant_id = $1 and job = 'bankruptcy'`, [tenant.id])
    await claimJobPage({ ...work, timeZone: 'Europe/Stockholm', asOfDate, after: '' })
    expect(await runJobForTenant({ ...work, tenantId: tenant.id, asOfDate })).toBe('DONE')
  }

  /** As if the tasks had ended with the rights of who asked. */
  const dropTasks = () =>
    at.owner(
      `update background_task set status = 'CANCELLED' where tenant_id = $1 and status = 'QUEUED'`,
      [tenant.id],
    )

  return { facts, runTasks, declare, nextDay, dropTasks }
}

/** Its claims, and how they stand. */
function standing(at: World, tenant: TestTenant, clientId: string) {
  /** One company with a claim that is its client's, and one that is bought. */
  async function company() {
    const debtor = newDebtor()
    const claim = await activated(at, tenant, clientId, { debtor })
    const dates = { invoiceDate: dayFromNow(at, -6), expireDate: dayFromNow(at, 20) }
    const bought = await activated(at, tenant, clientId, { debtor, dates })
    await asked(at, tenant, bought)
    const { body } = await tenant.api.get(`/invoices/${claim}`)
    return {
      number: String(debtor['identificationNumber']),
      debtor,
      debtorId: String(body.debtorId ?? body.debtor?.id),
      claim,
      bought,
    }
  }

  const invoice = async (id: string) =>
    (
      await at.owner(
        `select main_status, financing_status, interest_paused_from::text as from
         from invoice where tenant_id = $1 and id = $2`,
        [tenant.id, id],
      )
    )[0]

  const errandsAbout = async (systemDebtorId: string) =>
    at.owner(
      `select status, due_at::date::text as due, client_id from system_errand
       where tenant_id = $1 and type = 'BANKRUPTCY' and subject_id = $2`,
      [tenant.id, systemDebtorId],
    )

  const doubtfulOf = async (claim: string) =>
    (
      await at.owner(
        `select doubtful::int, doubtful_net::int as net from bankrupt_claim
         where tenant_id = $1 and invoice_id = $2`,
        [tenant.id, claim],
      )
    )[0]

  return { company, invoice, errandsAbout, doubtfulOf }
}
