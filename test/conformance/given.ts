import { TOTP } from 'otpauth'
import type { IdKind } from '../../src/entities/ids.ts'
import { reasonTypes } from '../../src/domain/distribution/reason-code.ts'
import { topics } from '../../src/domain/topics.ts'
import { rightNames } from '../../src/policy/rights.ts'
import type { Values } from '../support/rows.ts'
import type { Api } from '../support/world.ts'
import { accountCalls, payoutsMade, usualOfAccounts } from './given-accounts.ts'
import { settingCalls, settingParameters, usualOfSettings } from './given-settings.ts'
import { adjectiveCalls, adjectiveParameters, usualOfAdjectives } from './given-adjectives.ts'
import { activationCalls } from './given-activation.ts'
import {
  debtorCalls,
  debtorParameters,
  debtorsMade,
  looksAtDebtors,
  usualOfDebtors,
} from './given-debtors.ts'
import { documentCalls, usualDocument, usualSnapshot } from './given-documents.ts'
import { automationCalls, usualOfAutomations } from './given-automations.ts'
import { chargeCalls, usualOfCharges } from './given-charges.ts'
import { clientCalls, usualOfClients } from './given-clients.ts'
import {
  countsAlone,
  factoringCalls,
  factoringParameters,
  usualOfFactoring,
} from './given-factoring.ts'
import { eventCalls } from './given-events.ts'
import { handlerCalls, usualOfHandlers } from './given-handlers.ts'
import { invoiceCalls, usualOfInvoices } from './given-invoices.ts'
import { ledgerCalls, ledgerParameters, usualOfLedger } from './given-ledger.ts'
import { lifeCalls, lifeParameters, usualOfLife } from './given-life.ts'
import { calculatesLoans, loanCalls, usualOfLoans } from './given-loans.ts'
import { matchingCalls, matchingParameters, usualOfMatching } from './given-matching.ts'
import { usualOfWays, wayCalls, wayParameters } from './given-ways-to-pay.ts'
import { priceCalls, usualOfPrices, versionsMade } from './given-prices.ts'
import { rateCalls, usualOfRates } from './given-rates.ts'
import { paymentFileCalls, usualOfPaymentFiles } from './given-payment-files.ts'
import { paymentRequestCalls, usualOfPaymentRequests } from './given-payment-requests.ts'
import { payoutCalls, usualOfPayouts } from './given-payouts.ts'
import { othersMadeOfPayments, paymentCalls, usualOfPayments } from './given-payments.ts'
import { changesNoWebhook, usualOfWebhooks, webhookCalls } from './given-webhooks.ts'
import { scheduleCalls, scheduleParameters, usualOfSchedules } from './given-schedules.ts'
import type { Stage } from './stage.ts'

export const knownPassword = 'a password that the sweeps know'

/** What a path parameter names: a row of this kind, or a word of a closed list. */
export type Named = IdKind | readonly string[]

/** Path parameters of which no list or view tells what they name. */
export const parameters: Readonly<Record<string, Named>> = {
  '/changelog/user/{id}': 'User',
  '/changelog/client/{id}': 'Client',
  '/changelog/debtor/{id}': 'Debtor',
  '/changelog/invoice/{id}': 'Invoice',
  '/changelog/business-loan/{id}': 'BusinessLoan',
  '/changelog/internal-request/{id}': 'InternalRequest',
  '/changelog/webhook/{id}': 'Webhook',
  '/automation/rules/{id}': 'AutomationRule',
  '/client-handlers/{id}': 'ClientHandler',
  '/client-handlers/{id}/connect/{clientId}': 'Client',
  '/internal-request/topic/{topic}': topics,
  '/clients/{id}/access/{holderId}': 'User',
  '/payments/links/{id}': 'PaymentLink',
  ...wayParameters,
  ...matchingParameters,
  '/unplaced-payments/client/{id}/link/{linkId}': 'PaymentLink',
  ...adjectiveParameters,
  ...settingParameters,
  ...lifeParameters,
  ...factoringParameters,
  ...debtorParameters,
  ...ledgerParameters,
  ...scheduleParameters,
  '/price-lists/target/{targetId}': 'Client',
  '/base-interest-settings/{targetId}': 'Client',
  '/base-interest-rates/{currency}': ['SEK', 'NOK', 'DKK', 'EUR'],
  '/reason-code/type/{type}': reasonTypes,
  '/roles/{id}/rights/{rightId}': rightNames,
}

/** What rows must be to be of use to most operations, beyond what their columns ask. */
export const usual: Readonly<Partial<Record<IdKind, (n: number) => Values>>> = {
  User: (n) => ({
    email: `user-${n}@test.example`,
    kind: 'STAFF',
    status: 'ACTIVE',
    superUser: false,
    mfaRequired: false,
    mfaEnrolledAt: new Date(),
    totpStep: null,
  }),
  Role: () => ({ template: null }),
  ServiceAccount: () => ({ active: true }),
  Token: (n) => ({
    kind: 'SYSTEM',
    superUser: false,
    livesBy: null,
    revokedAt: null,
    expiresAt: new Date(Date.now() + (n + 1) * 1000),
  }),
  Document: usualDocument,
  Snapshot: usualSnapshot,
  ...usualOfClients,
  ...usualOfHandlers,
  ...usualOfAccounts,
  ...usualOfLife,
  ...usualOfInvoices,
  ...usualOfFactoring,
  ...usualOfDebtors,
  ...usualOfLedger,
  ...usualOfWebhooks,
  ...usualOfAdjectives,
  ...usualOfSettings,
  ...usualOfAutomations,
  ...usualOfSchedules,
  ...usualOfPaymentFiles,
  ...usualOfPayments,
  ...usualOfPaymentRequests,
  ...usualOfWays,
  ...usualOfMatching,
  ...usualOfPrices,
  ...usualOfRates,
  ...usualOfCharges,
  ...usualOfLoans,
  ...usualOfPayouts,
  Changelog: (n) => ({ action: ['CREATED', 'UPDATED', 'DELETED'][n % 3] }),
}

export interface GivenCall {
  params?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>>
  /** Who calls: for what somebody does for themselves, a session of a user made for it. */
  as?: Api
}

/** Operations that succeed only in a state which their schemas do not tell. */
export const calls: Readonly<Record<string, (stage: Stage) => Promise<GivenCall>>> = {
  'DELETE /roles/{id}/rights/{rightId}': async ({ rows }) => {
    const { id } = await rows.add('role')
    await rows.add('role_right', { roleId: id, right: 'ReadUsers' })
    return { params: { id: String(id), rightId: 'ReadUsers' } }
  },
  ...documentCalls,
  ...loanCalls,
  ...webhookCalls,
  ...clientCalls,
  ...handlerCalls,
  ...accountCalls,
  ...invoiceCalls,
  ...activationCalls,
  ...lifeCalls,
  ...factoringCalls,
  ...debtorCalls,
  ...ledgerCalls,
  ...eventCalls,
  ...adjectiveCalls,
  ...automationCalls,
  ...settingCalls,
  ...scheduleCalls,
  ...paymentFileCalls,
  ...paymentCalls,
  ...paymentRequestCalls,
  ...wayCalls,
  ...matchingCalls,
  ...priceCalls,
  ...rateCalls,
  ...chargeCalls,
  ...payoutCalls,
  'POST /users/{id}/invitation': invited,
  'DELETE /users/{id}/invitation': invited,
  'PUT /users/me/password': async () => ({ body: { currentPassword: knownPassword } }),
  'POST /users/me/totp': async (stage) => ({ as: await stage.session({ mfaEnrolledAt: null }) }),
  'POST /users/me/totp/confirm': async (stage) => {
    const as = await stage.session({ mfaEnrolledAt: null })
    const { seed } = (await as.post('/users/me/totp')).body as { seed: string }
    const timestamp = stage.at.clock.now.getTime()
    return { as, body: { code: new TOTP({ secret: seed }).generate({ timestamp }) } }
  },
}

async function invited({ rows }: Stage): Promise<GivenCall> {
  const { id } = await rows.add('user_account', { status: 'INVITED', passwordHash: null })
  const expiresAt = new Date(Date.now() + 86_400_000)
  await rows.add('user_invitation', { userId: id, status: 'PENDING', expiresAt })
  return { params: { id: String(id) } }
}

/** Operations that change nothing although they are no GET, and why. */
export const changesNothing: Readonly<Record<string, string>> = {
  ...countsAlone,
  ...looksAtDebtors,
  ...calculatesLoans,
  ...changesNoWebhook,
  'POST /invoices/actions/bulk-update/get-total-balance': 'counts what would be changed',
  'POST /clients/{id}/settings/invoice-text': 'shows the texts as a debtor would read them',
  'POST /invoices/preview': 'shows the document of an invoice that nobody has created',
  'POST /reports/query-reports/{id}/file': 'runs a report',
  'POST /reports/query-reports/{id}/query': 'the same',
  'POST /payments/validate-payment-reference': 'tells what would be paid',
  'POST /reports/query-reports/search': 'searches what is shipped',
  'PUT /invoices/{id}/preview': 'shows the document of an invoice as if it were changed',
  'POST /payment-matching-engine/simulate': 'says what would be linked',
}

/** Operations that change the row that they name, and show another that they made for it. */
export const makesAnother: Readonly<Record<string, string>> = {
  'PUT /factoring-decisions/{invoiceId}/factoring': 'shows the decision that it begins',
  ...payoutsMade,
  ...versionsMade,
  ...othersMadeOfPayments,
  ...debtorsMade,
  'PUT /vouchers/{id}/reverse': 'shows the mirror of what it reverses',
}

/** Operations after which their caller is nobody any more, so that nothing can be asked twice. */
export const endsItsCaller: Readonly<Record<string, string>> = {
  'POST /logout': 'revokes the token that it is called with',
}
