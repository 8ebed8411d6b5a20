import type { DescribedOperation } from '../kernel/http/description/openapi.ts'
import type { Runtime } from '../kernel/write/runtime.ts'
import { platform } from '../domain/access/principal.ts'
import { exampleId } from '../entities/ids.ts'
import { inUnit } from '../kernel/write/in-unit.ts'
import { activate } from './activated-examples.ts'
import type { ExampleIds, Sorts } from './example-ids.ts'

type Made = [
  operation: string,
  instead?: Readonly<Record<string, unknown>>,
  sorts?: Sorts,
  params?: Readonly<Record<string, string>>,
]

const attached = { labelId: exampleId('Label', 'attached') }
const large = [{ description: 'Consulting', quantity: '100', price: '1250.00', vatPercentage: 25 }]
const ofNobody = { assigneeUserId: undefined, userGroupId: undefined }
const anotherClient = {
  instanceProviderId: undefined,
  serviceProviderId: undefined,
  templateId: undefined,
  identificationNumber: '559999-6005',
  name: 'Svealand Tools AB',
}
const ofPayment = { targetType: 'PAYMENT', targetId: exampleId('PaymentTransaction') }

const unplaced = (n: number) => ({ claims: undefined, bankRef: `20261119-00000${n}` })

const loan = { id: exampleId('BusinessLoan', 'activated') }
const drawnLoan: readonly Made[] = [
  ['createBusinessLoan', { loanNumber: 'L-2026-15' }, { BusinessLoan: 'activated' }],
  ['moveBusinessLoanDecision', {}, {}, loan],
  ['approveBusinessLoan', {}, {}, loan],
  [
    'updateBusinessLoan',
    {
      signedDate: '2026-11-20',
      purpose: undefined,
      guarantors: undefined,
      termMonths: undefined,
      amount: undefined,
    },
    {},
    loan,
  ],
  ['withdrawFromBusinessLoan'],
  ['createBusinessLoan', { loanNumber: 'L-2026-14' }, { BusinessLoan: 'another' }],
  ['moveBusinessLoanDecision', {}, {}, { id: exampleId('BusinessLoan', 'another') }],
]

/**
 * Whose examples make what other examples name, each after what it names itself. What is one of its
 * number or code is another one, so that the example can be sent; nothing of it acts by itself.
 */
const made: readonly Made[] = [
  ['createUserGroup', { name: 'Southern region' }],
  ['createRole', { name: 'Southern region' }],
  ['createServiceAccount', { name: 'Ledger' }],
  ['createLabel', { name: 'Southern region', scope: null }],
  ['createLabel', { name: 'Inland', scope: null }, { Label: 'another' }],
  ['createLabel', { name: 'Eastern region', scope: null }, { Label: 'attached' }],
  ['createAutomation', { enabled: false }],
  ['createAutomationRule'],
  ['createReportSchedule', { name: 'Every month', cron: '30 7 1 * *', enabled: false }],
  [
    'createFileSchedule',
    { name: 'Every month', cron: '30 7 1 * *', enabled: false },
    { Schedule: 'ofFiles' },
  ],
  ['createWebhook', { enabled: false }],
  ['createReasonCode', { code: 'DAMAGED' }],
  ['createBookkeepingReceiver', { email: 'ledger@nordlund.example' }],
  ['createVoucher'],
  ['addLabelToClient', attached, { LabelAssignment: 'ofClient' }],
  ['createTodoOfClient', ofNobody, { ToDo: 'ofClient' }],
  ['createClientUser', { email: 'maja@nordlund.example' }, { User: 'ofClient' }],
  ['createEmailRecipient', { email: 'copies@nordlund.example' }],
  ['createClient', anotherClient, { Client: 'another' }],
  ['createClientArticle', { articleNumber: '8' }],
  ['createClientAccount', { type: 'BLOCKED', currency: 'SEK' }, { ClientAccount: 'another' }],
  ['createClientAccountTransaction', { amount: '50000.00' }],
  ['createClientBankAccount', { number: '991-2346' }],
  ['createClientBankAccountProfile', { currency: 'EUR' }],
  ['createClientTransferText', { language: 'en' }],
  ['createClientGroup', { name: 'Southern region' }],
  ['createClientHandler', { name: 'Svealand Bureau' }],
  ['createTemplate', { name: 'Southern region' }],
  ['createContact'],
  ['createDebtorGroup', { name: 'Sweden', parentId: null }, { SystemDebtorGroup: 'another' }],
  ['createDebtorGroup', { name: 'Southern region', parentId: null }],
  ['createDebtorSubtype', { code: 'HOUSING' }],
  ['addLabelToSystemDebtor', attached, { LabelAssignment: 'ofSystemDebtor' }],
  ['createTodoOfSystemDebtor', ofNobody, { ToDo: 'ofSystemDebtor' }],
  ['setLimitOfSystemDebtor'],
  ['createDecisionStatus'],
  ['createFactoringCountry', { code: 'NO' }],
  ['createInvoice', { invoiceNumber: '2026-1000' }],
  ['createInvoice', { invoiceNumber: '2026-0998', articleRows: large }, { Invoice: 'activated' }],
  ['createInvoice', { invoiceNumber: '2026-0999' }, { Invoice: 'another' }],
  ['addLabelToInvoice', attached, { LabelAssignment: 'ofInvoice' }],
  ['createTodoOfInvoice', ofNobody, { ToDo: 'ofInvoice' }],
  ['createGuarantorOfInvoice', { identificationNumber: '559999-4026' }],
  ['createClientInvoiceRequest'],
  ['createArticleLabel', { name: 'Southern region' }],
  ['createMethodConfiguration'],
  ['connectMethodToClient'],
  ['createFeeType', { code: 'DEMAND' }],
  ['updatePriceList'],
  ['createCharge'],
  ['createLoanProfile', { code: 'SUMMER', name: 'Summer' }],
  ['createBusinessLoan', { loanNumber: 'L-2026-16' }],
  ...drawnLoan,
  ['createTodoOfBusinessLoan', ofNobody, { ToDo: 'ofLoan' }],
  ['createInstanceProvider', { name: 'Inland' }, { InstanceProvider: 'another' }],
  ['createInstanceProvider', { name: 'Southern region' }],
  ['createServiceProvider', { code: 'NORDIC' }],
  ['createErpType', { code: 'LEDGER' }],
  ['createErp', { name: 'Ledger' }],
]

/** The same of what needs invoices that are activated. */
const afterActivation: readonly Made[] = [
  [
    'createAccountReferenceSetting',
    { prefix: '9418', clientAccountId: exampleId('ClientAccount') },
  ],
  [
    'createCaseReferenceSetting',
    { prefix: '9419', clientId: exampleId('Client') },
    { AccountReferenceSetting: 'ofCases' },
  ],
  ['createClientDebtorPayoutAccount', { number: '991-2346' }],
  ['createPayoutAccount', { clientAccountId: exampleId('ClientAccount', 'another') }],
  ['createSystemBankAccount', { number: '991-2346' }],
  ['createPaymentAccount', { number: '991-2346' }],
  ['createMatchingEngine', { name: 'Transfers' }],
  ['createBankFeed', { name: 'Other statements', folder: 'others', active: false }],
  ['createPayment', unplaced(1)],
  ['createPayment', { bankRef: '20261119-000002' }],
  ['createPayment', unplaced(3), { UnplacedPayment: 'another' }],
  ['createPayment', unplaced(4), { UnplacedPayment: 'ofClient' }],
  ['createPayment', unplaced(5), { UnplacedPayment: 'third' }],
  ['createPayment', unplaced(6), { UnplacedPayment: 'fourth' }],
  ['createPayment', { ...unplaced(7), book: false }, { PaymentTransaction: 'another' }],
  ['createPaymentRequest', {}],
  ['requestFactoring', {}, {}, { invoiceId: exampleId('Invoice', 'activated') }],
  ['createNote', ofPayment, { Note: 'ofPayment' }],
]

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Does what these examples of the description ask for, so that there is one of most things. */
export async function makeExamples(
  runtime: Runtime,
  tenantId: string,
  ids: ExampleIds,
): Promise<void> {
  const [{ operationsOf }, { areas }, { described }] = await Promise.all([
    import('../kernel/http/app.ts'),
    import('../operations.ts'),
    import('../kernel/http/developers.ts'),
  ])
  const served = new Map(operationsOf(areas).map(({ name, operation }) => [name, operation]))
  const { paths } = described() as Described
  const make = async ([name, instead, sorts = {}, params = {}]: Made) => {
    ids.sorts = sorts
    const operation = served.get(name)!
    const said = paths[operation.path]![operation.method.toLowerCase()]!
    const example = said.requestBody?.content['application/json']?.example as object
    const body = operation.declared.body?.parse(whatIsSaid({ ...example, ...instead }))
    const call = { params: { ...paramsOf(said), ...params }, body, query: {}, key: undefined }
    await inUnit(runtime, platform(tenantId, 'demonstration'), {}, (unit) =>
      operation.handle({ unit, ...call } as never),
    )
  }
  for (const one of made) await make(one)
  for (const sort of ['activated', 'another'] as const) {
    await activate(runtime, tenantId, exampleId('Invoice', sort))
  }
  for (const one of afterActivation) await make(one)
}

/** Without what is left out of the example. */
const whatIsSaid = (body: object) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

const paramsOf = ({ parameters = [] }: DescribedOperation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) =>
      'in' in one && one.in === 'path' ? [[one.name, String(one.schema.examples?.[0])]] : [],
    ),
  )
