import type { DescribedOperation } from '../kernel/http/description/openapi.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { platform } from '../domain/access/principal.ts'
import { inUnit } from '../kernel/write/in-unit.ts'

type Made = [operation: string, instead?: Readonly<Record<string, unknown>>]

/**
 * Whose examples make what other examples name, each after what it names itself. What is one of its
 * number or code is another one, so that the example can be sent; nothing of it acts by itself.
 */
const made: readonly Made[] = [
  ['createUserGroup', { name: 'Southern region' }],
  ['createServiceAccount', { name: 'Ledger' }],
  ['createAutomation', { enabled: false }],
  ['createAutomationRule'],
  ['createWebhook', { enabled: false }],
  ['createReasonCode', { code: 'DAMAGED' }],
  ['createClientArticle', { articleNumber: '8' }],
  ['createClientTransferText', { language: 'en' }],
  ['createClientGroup', { name: 'Southern region' }],
  ['createClientHandler', { name: 'Svealand Bureau' }],
  ['createTemplate', { name: 'Southern region' }],
  ['createContact'],
  ['createDebtorGroup', { parentId: null }],
  ['createDebtorSubtype', { code: 'HOUSING' }],
  ['createDecisionStatus'],
  ['createFactoringCountry', { code: 'NO' }],
  ['createInvoice', { invoiceNumber: '2026-1000' }],
  ['createClientInvoiceRequest'],
  ['createArticleLabel', { name: 'Southern region' }],
  ['createMethodConfiguration'],
  ['createFeeType', { code: 'DEMAND' }],
  ['createLoanProfile', { code: 'SUMMER', name: 'Summer' }],
  ['createBusinessLoan', { loanNumber: 'L-2026-16' }],
  ['createInstanceProvider', { name: 'Southern region' }],
  ['createServiceProvider', { code: 'NORDIC' }],
  ['createErpType', { code: 'LEDGER' }],
  ['createErp', { name: 'Ledger' }],
]

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Does what these examples of the description ask for, so that there is one of most things. */
export async function makeExamples(runtime: Runtime, tenantId: string): Promise<void> {
  const [{ operationsOf }, { areas }, { described }] = await Promise.all([
    import('../kernel/http/app.ts'),
    import('../operations.ts'),
    import('../kernel/http/developers.ts'),
  ])
  const served = new Map(operationsOf(areas).map(({ name, operation }) => [name, operation]))
  const { paths } = described() as Described
  for (const [name, instead] of made) {
    const operation = served.get(name)!
    const said = paths[operation.path]![operation.method.toLowerCase()]!
    const example = said.requestBody?.content['application/json']?.example as object
    const body = operation.declared.body?.parse({ ...example, ...instead })
    const call = { params: paramsOf(said), body, query: {}, key: undefined }
    await inUnit(runtime, platform(tenantId, 'demonstration'), {}, (unit) =>
      operation.handle({ unit, ...call } as never),
    )
  }
}

const paramsOf = ({ parameters = [] }: DescribedOperation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) =>
      'in' in one && one.in === 'path' ? [[one.name, String(one.schema.examples?.[0])]] : [],
    ),
  )
