import { readFile } from 'node:fs/promises'
import { doubtfulAmong, type DoubtfulRate } from '../activities/system/doubtful-rates.ts'
import { loadRates } from '../activities/system/load-rates.ts'
import { loadReferenceRates } from '../activities/system/load-reference-rates.ts'
import { platform } from '../domain/access/principal.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import { Apart } from '../ports/apart/apart.ts'
import { ratesOfFile } from '../ports/rates/rates-of-file.ts'
import { onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

/** Loads the rates of a file for one tenant or for all. */
export async function loadRatesCommand(
  file: string,
  { tenant, meant = false }: { tenant?: string; meant?: boolean },
) {
  const apart = new Apart()
  const { rates, reference } = await ratesOfFile(apart, await readFile(file)).finally(() =>
    apart.stop(),
  )
  const moved = await onInstallation(async ({ installed, runtime }) => {
    let rows = 0
    for (const tenantId of await tenantsNamed(installed.relayUrl, tenant)) {
      rows += await inUnit(runtime, platform(tenantId, 'rates'), {}, async (unit) => {
        if (!meant) refuseDoubtful(await doubtfulAmong(unit, rates))
        return (await loadRates(unit, rates)) + (await loadReferenceRates(unit, reference))
      })
    }
    return rows
  })
  const days = [...rates.map(({ date }) => date), ...reference.map(({ validFrom }) => validFrom)]
  const read = `${days.length} rates of ${new Set(days).size} days read`
  process.stdout.write(`${read}, ${moved} new or corrected\n`)
}

/** Invoices would be frozen at what is likely a slip. */
function refuseDoubtful(doubtful: readonly DoubtfulRate[]): void {
  const [first] = doubtful
  if (first === undefined) return
  const { base, currency, date, rate, last } = first
  throw new Error(
    `${doubtful.length} rates differ by more than half from what was known before, ` +
      `as ${rate} ${currency} for a ${base} on ${date} after ${last}; say --meant if they are meant`,
  )
}
