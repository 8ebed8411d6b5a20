import {
  verifyBooks,
  type Finding,
  type Outcome,
} from '../activities/bookkeeping/verify/verify-books.ts'
import { checksOfMotion } from '../activities/motion.ts'
import { onInstallation } from './installation.ts'
import { tenantsNamed } from './tenants-named.ts'

export interface VerifyOptions {
  tenant?: string
  json: boolean
}

/** Compares what is kept with what it follows from, of one tenant or of all. */
export async function verifyCommand({ tenant, json }: VerifyOptions): Promise<void> {
  const say = (line: string) => void (json || process.stdout.write(`${line}\n`))
  const findings = await onInstallation(async ({ installed, runtime }) => {
    const found: (Finding & { tenantId: string })[] = []
    for (const tenantId of await tenantsNamed(installed.relayUrl, tenant)) {
      say(tenantId)
      const report = (outcome: Outcome) => print(outcome, say)
      const ofTenant = await verifyBooks(runtime.pool, tenantId, report, checksOfMotion)
      found.push(...ofTenant.map((finding) => ({ tenantId, ...finding })))
    }
    return found
  })
  if (json) process.stdout.write(`${JSON.stringify({ findings })}\n`)
  say(findings.length === 0 ? 'all of it holds' : `${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

function print({ check, findings, more }: Outcome, say: (line: string) => void): void {
  say(`  ${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${check.name}: ${check.promise}`)
  for (const { subject, found } of findings) say(`            ${subject}: ${found}`)
  if (more) say('            and more')
}
