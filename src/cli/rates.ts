import { readFile } from 'node:fs/promises'
import { loadRates } from '../activities/system/load-rates.ts'
import { platform } from '../domain/access/principal.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import { Apart } from '../ports/apart/apart.ts'
import { ratesOfFile } from '../ports/rates/rates-of-file.ts'
import { onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

/** Loads the rates of a file for one tenant or for all. */
export async function loadRatesCommand(file: string, { tenant }: { tenant?: string }) {
  const apart = new Apart()
  const rates = await ratesOfFile(apart, await readFile(file)).finally(() => apart.stop())
  const moved = await onInstallation(async ({ installed, runtime }) => {
    let rows = 0
    for (const tenantId of await tenantsNamed(installed.relayUrl, tenant)) {
      rows += await inUnit(runtime, platform(tenantId, 'rates'), {}, (unit) =>
        loadRates(unit, rates),
      )
    }
    return rows
  })
  const days = new Set(rates.map(({ date }) => date)).size
  process.stdout.write(`${rates.length} rates of ${days} days read, ${moved} new or corrected\n`)
}
