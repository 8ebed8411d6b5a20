import { operationsOf } from '../kernel/http/app.ts'
import { needsSuperUser, rightsOf, type Operation } from '../kernel/http/operation.ts'
import { areas } from '../operations.ts'
import { explainAccess, type Explanation } from '../policy/explain.ts'
import { findSubject, type Subject } from '../policy/subject.ts'
import { Transaction } from '../ports/database/transaction.ts'
import { tenantOfToken } from '../ports/keys/tokens.ts'
import { demonstrationFile, readDemonstration } from '../run/data-folder.ts'
import { onInstallation } from './installation.ts'
import { find } from './where.ts'

export interface ExplainOptions {
  tenant?: string
  json: boolean
}

export async function explainCommand(
  principal: string,
  method: string,
  path: string,
  options: ExplainOptions,
): Promise<void> {
  const operation = operationAt(method, path)
  const found = await onInstallation(async ({ environment, runtime }) => {
    const file = demonstrationFile(environment.RECEIVABLES_DATA_DIR)
    const tenantId = tenantOfToken(principal) ?? options.tenant ?? readDemonstration(file)?.tenantId
    if (tenantId === undefined) throw new Error('say which tenant: --tenant TN…')
    const transaction = await Transaction.begin(runtime.pool, { tenantId }, 'report')
    try {
      const subject = await findSubject(transaction, tenantId, principal, runtime.keys.tokens)
      if (subject === undefined) throw new Error('there is no such token, user or service account')
      return { subject, explanation: await explain(subject, tenantId, operation) }
    } finally {
      await transaction.rollback()
    }
  })
  const { subject, explanation } = found
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ ...explanation, principal: subject.name })}\n`
      : `${explanationText(subject, explanation, operation)}\n`,
  )
  process.exitCode = explanation.allowed ? 0 : 3
}

function operationAt(method: string, path: string): Operation {
  const [place] = find(`${method} ${path}`)
  const all = operationsOf(areas)
  const found = all.find(({ name }) => name === place?.name)
  if (found === undefined) throw new Error(`no operation answers ${method} ${path}`)
  return found.operation
}

async function explain(
  subject: Subject,
  tenant: string,
  { requires }: Operation,
): Promise<Explanation> {
  const required = rightsOf(requires)
  if (!subject.alive) return { allowed: false, missing: [...required] }
  if (subject.superUser) return { allowed: true, missing: [] }
  if (needsSuperUser(requires)) return { allowed: false, missing: [] }
  if (required.length === 0) return { allowed: true, missing: [] }
  return explainAccess({
    subject: subject.id,
    tenant,
    required,
    roleRights: subject.roleRights,
    subjectRoles: subject.roles.map((roleId) => ({ subject: subject.id, roleId, tenant })),
  })
}

function explanationText(
  subject: Subject,
  { allowed, by, missing }: Explanation,
  { method, path, requires }: Operation,
): string {
  const whom = `${subject.name} (${subject.id})`
  const what = `${method} ${path}`
  if (!subject.alive) return `refused: ${whom} is not active, so nothing is open to it`
  if (by !== undefined) return `allowed: ${whom} may ${what} by right ${by.right} of ${by.role}`
  if (allowed && subject.superUser) return `allowed: ${whom} is super-user`
  if (allowed) return `allowed: ${what} needs no right`
  if (needsSuperUser(requires)) return `refused: ${what} is for super-users alone; ${whom} is none`
  return `refused: ${whom} lacks ${missing.join(' or ')} for ${what}`
}
