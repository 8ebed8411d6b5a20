import { claimJobPage } from '../../src/activities/system/jobs/claim-job-page.ts'
import { planJob } from '../../src/activities/system/jobs/plan-job.ts'
import { dayIn } from '../../src/domain/dates.ts'
import { jobNames, type JobName } from '../../src/domain/jobs.ts'
import { baseRateCodes, baseRates, halfYearOf } from '../../src/domain/system/base-interest.ts'
import { newId } from '../../src/kernel/write/ids.ts'
import { bundledReferenceRates } from '../../src/ports/rates/reference-rates.ts'
import type { Runtime } from '../../src/kernel/write/runtime.ts'
import { poolAcrossTenants } from '../../src/run/runtime.ts'
import { onStage, type Stage } from '../shared/stage.ts'

// How long each daily job takes for very many tenants with nothing to do: planned, and claimed page
// by page, as its workflow does, without Temporal.
//
//     node bench/costs/jobs.ts [tenants] [rounds]

const [count = 1_000, rounds = 3] = process.argv.slice(2).map(Number)
const wantedMs = 2_000

async function idle(stage: Stage): Promise<string> {
  const { tenantId } = await stage.tenant()
  const columns = await stage.owner(
    `select attname as name from pg_attribute where attrelid = 'tenant'::regclass
     and attnum > 0 and not attisdropped`,
  )
  const names = columns.map(({ name }) => `"${String(name)}"`)
  const values = names.map((name) => (name === '"tenant_id"' ? '1000000 + n' : name))
  await stage.owner(
    `insert into tenant (${names.join()}) select ${values.join()}
     from tenant, generate_series(1, ${count}) n where tenant_id = $1`,
    [tenantId],
  )
  // What ships, and what somebody has published since.
  const validFrom = halfYearOf(dayIn('UTC', new Date()))
  const present = baseRateCodes.map((code) => ({ code, validFrom, rate: '2', source: 'Bench' }))
  for (const { code, validFrom: from, rate, source } of [...bundledReferenceRates(), ...present]) {
    await stage.owner(
      `insert into base_interest_rate (tenant_id, id, code, currency, rate, valid_from, revision,
         source, created_at)
       select tenant_id, $1, $2, $3, $4, $5, 1, $6, now() from tenant on conflict do nothing`,
      [newId('BaseInterestRate'), code, baseRates[code].currency, rate, from, source],
    )
  }
  await stage.analyzed()
  const [row] = await stage.owner('select time_zone from tenant limit 1')
  return String(row?.['time_zone'])
}

async function run(runtime: Runtime, job: JobName, timeZone: string): Promise<number> {
  const now = new Date()
  const at = { runtime, now, workflowId: 'bench', job, timeZone }
  let seen = 0
  await planJob({ ...at, scheduledAt: now.getTime() })
  let after: string | null = ''
  while (after !== null) {
    const day = dayIn(timeZone, now)
    const page = await claimJobPage({ ...at, asOfDate: day, after })
    if (page.tenants.length > 0) throw new Error(`${job} has something to do`)
    seen += page.seen
    after = page.next
  }
  return seen
}

async function main(stage: Stage): Promise<void> {
  const timeZone = await idle(stage)
  const across = poolAcrossTenants(stage.installed.relayUrl)
  const runtime = { ...stage.runtime, across }
  for (const job of jobNames) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await stage.owner('truncate job_run')
      const began = performance.now()
      const seen = await run(runtime, job, timeZone)
      times.push(performance.now() - began)
      if (seen !== count + 1) throw new Error(`${seen} tenants were looked at`)
    }
    const took = times.toSorted((a, b) => a - b)[rounds >> 1] ?? NaN
    const met = took <= wantedMs ? 'met' : 'NOT MET'
    if (took > wantedMs) process.exitCode = 1
    console.log(`${job.padEnd(20)} ${count + 1} tenants in ${took.toFixed(0)} ms, ${met}`)
  }
  await across.end()
}

await onStage(main)
