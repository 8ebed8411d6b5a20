import { readFile } from 'node:fs/promises'
import { loadRates } from '../activities/system/load-rates.ts'
import { loadReferenceRates } from '../activities/system/load-reference-rates.ts'
import { platform } from '../domain/access/principal.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import { Apart } from '../ports/apart/apart.ts'
import { ratesOfFile } from '../ports/rates/rates-of-file.ts'
import { onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

/** Loads the rates of a file for one tenant or for all. */
export async function loadRatesCommand(file: string, { tenant }: { tenant?: string }) {
  const apart = new Apart()
  const { rates, reference } = await ratesOfFile(apart, await readFile(file)).finally(() =>
    apart.stop(),
  )
  const moved = await onInstallation(async ({ installed, runtime }) => {
    let rows = 0
    for (const tenantId of await tenantsNamed(installed.relayUrl, tenant)) {
      rows += await inUnit(
        runtime,
        platform(tenantId, 'rates'),
        {},
        async (unit) =>
          (await loadRates(unit, rates)) + (await loadReferenceRates(unit, reference)),
      )
    }
    return rows
  })
  const days = [...rates.map(({ date }) => date), ...reference.map(({ validFrom }) => validFrom)]
  const read = `${days.length} rates of ${new Set(days).size} days read`
  process.stdout.write(`${read}, ${moved} new or corrected\n`)
}
