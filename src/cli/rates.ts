import { readFile } from 'node:fs/promises'
import { loadRates } from '../activities/system/load-rates.ts'
import { platform } from '../domain/access/principal.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import { readRates } from '../ports/rates/read-rates.ts'
import { onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

/** Loads the rates of a file for one tenant or for all. */
export async function loadRatesCommand(file: string, { tenant }: { tenant?: string }) {
  const rates = readRates(await readFile(file, 'utf8'))
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
