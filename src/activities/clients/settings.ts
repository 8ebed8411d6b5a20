import { z } from 'zod'
import { defaultTexts, textFields, type TextField } from '../../domain/clients/invoice-text.ts'
import { paymentAccountKinds, type PaymentAccount } from '../../domain/clients/payment-accounts.ts'
import { productCodes } from '../../domain/clients/product.ts'
import { channels } from '../../domain/distribution/document.ts'
import { languages, type Language } from '../../domain/languages.ts'
import { settingLevels } from '../../domain/settings.ts'
import { baseRateCodes } from '../../domain/system/base-interest.ts'
import { interestRoundings } from '../../domain/system/late-interest.ts'
import { percentSent } from '../../kernel/read/amounts.ts'
import { email, id, filled, sentDay } from '../../kernel/read/fields.ts'
import { setting, settingGroup, type Setting, type ValuesIn } from '../../kernel/read/setting.ts'

/** Also for a single debtor. */
const ofAll = { levels: settingLevels } as const

/** Chosen by clients only: what is true of one client is not true of all clients of a tenant. */
const ofClient = { levels: ['CLIENT'] } as const

const days = z.int().min(0).max(365).meta({ example: 30 })
const decimal = (example: string) =>
  z
    .string()
    .regex(/^\d{1,12}(?:\.\d{1,4})?$/, 'A decimal number with a point')
    .meta({ example })
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'As #1f3a5f')
  .meta({ example: '#1f3a5f' })

/** Of paying clients; the tenant alone chooses. */
export const payoutSettings = settingGroup('payout', null, {
  /** So long nothing is paid to a bank account that is new or was changed. */
  newAccountCooldownDays: setting(z.int().min(0).max(30).meta({ example: 2 }), 2, {
    levels: ['TENANT'],
    loosens: {
      topic: 'CLIENT_BANK_ACCOUNT',
      isLaxer: (from, to) => Number(to) < Number(from),
      strictest: 30,
      laxest: 0,
    },
  }),
  /** So many days after its day a batch is looked at that the bank has not answered. */
  confirmationDays: setting(z.int().min(1).max(30).meta({ example: 3 }), 3, {
    levels: ['TENANT'],
  }),
})

/** How the tenant bills the client for its services. */
export const billingSettings = settingGroup(
  'billing',
  'BILLING',
  {
    billingFrequency: setting(z.enum(['DAILY', 'WEEKLY', 'MONTHLY']), 'MONTHLY'),
    /** The bill is taken from the client's account instead of being paid. */
    setOff: setting(z.boolean(), true),
    billRecipientEmail: setting(email.nullable(), null, ofClient),
    invoiceReference: setting(filled(100).nullable(), null, ofClient),
    vatTreatment: setting(z.enum(['STANDARD', 'REVERSE_CHARGE', 'EXEMPT']), 'STANDARD'),
    paymentTermsDays: setting(days, 30),
    /** In decimal notation; smaller amounts wait for the next bill. */
    minBillAmount: setting(decimal('100.00'), '0.00'),
    /** One bill for all charges of a period. */
    combine: setting(z.boolean(), true),
  },
  { byTenant: true },
)

const paymentAccount: z.ZodType<PaymentAccount> = z
  .strictObject({
    kind: z.enum(paymentAccountKinds),
    number: filled(40),
    bic: z.string().max(11).optional(),
  })
  .meta({ example: { kind: 'BANKGIRO', number: '991-2346' } })

/** How a client's invoices are made. */
export const invoiceSettings = settingGroup('invoice', 'INVOICE', {
  /** The prefix of the client's invoice numbers. */
  numberSeries: setting(filled(20).nullable(), null, {
    ...ofClient,
    until: 'the platform makes invoices of its own',
  }),
  paymentTermsDays: setting(days, 30),
  /** Percentage points above the base rate; where nobody chooses, what the law of the country says. */
  interestRateMargin: setting(percentSent.meta({ example: '8' }), '8'),
  /** What late interest is added to. */
  baseInterestRate: setting(z.enum(['STATUTORY', ...baseRateCodes]), 'STATUTORY'),
  /** Agreed instead of base rate and margin, in hundredths a year. */
  fixedInterestRate: setting(percentSent.meta({ example: '12' }).nullable(), null),
  interestRounding: setting(z.enum(interestRoundings), 'NONE'),
  reminderFeeAgreed: setting(z.boolean(), true, ofAll),
  /** Totals are rounded to whole units of the currency; the difference is a row of its own. */
  roundTotal: setting(z.boolean(), false),
  defaultChannel: setting(z.enum(channels), 'EMAIL'),
  /** A second person has to authorize each activation. */
  authorizationRequired: setting(z.boolean(), false, {
    ...ofAll,
    loosens: {
      topic: 'ACTIVATION_AUTHORIZATION',
      isLaxer: (from, to) => from === true && to === false,
      strictest: true,
      laxest: false,
    },
  }),
  autoActivate: setting(z.boolean(), false),
  autoFactoring: setting(z.boolean(), false, {
    levels: ['DEBTOR', 'SYSTEM_DEBTOR', 'CLIENT', 'TEMPLATE'],
  }),
  // Also stored with the client's products, and changed in both places.
  defaultProductCode: setting(z.enum(productCodes), 'INVOICE_SERVICE', ofClient),
  yourReferenceRequired: setting(z.boolean(), false, ofAll),
  /** Where it is not wanted, a person sees to it that documents get there. */
  electronicDistribution: setting(z.boolean(), true, ofAll),
  /** The client may ask for something to be done about an invoice. */
  requestsEnabled: setting(z.boolean(), true),
  /** The account that debtors pay to, of claims that the client has sold as well. */
  paymentAccount: setting(paymentAccount.nullable(), null, { ...ofClient, byTenant: true }),
})

/** What the law on money laundering requires to know of the client. */
export const complianceSettings = settingGroup(
  'compliance',
  'COMPLIANCE',
  {
    kycStatus: setting(
      z.enum(['NOT_STARTED', 'PENDING', 'APPROVED', 'DENIED', 'EXPIRED']),
      'NOT_STARTED',
      ofClient,
    ),
    riskClass: setting(z.enum(['LOW', 'NORMAL', 'HIGH']).nullable(), null, ofClient),
    pepChecked: setting(z.boolean(), false, ofClient),
    beneficialOwnersConfirmedAt: setting(sentDay.nullable(), null, ofClient),
    purposeOfRelation: setting(filled(1000).nullable(), null, ofClient),
    /** For a year, in the tenant's currency. */
    expectedVolume: setting(decimal('5000000').nullable(), null, ofClient),
    nextReviewAt: setting(sentDay.nullable(), null, ofClient),
    restrictions: setting(z.array(filled(200)).max(50), [], ofClient),
  },
  { byTenant: true },
)

/** How the claims are financed that a client has sold; the tenant alone chooses. */
export const factoringSettings = settingGroup(
  'factoring',
  'FACTORING',
  {
    /** Recourse is taken on its day, without anybody asking for it. */
    autoRecourse: setting(z.boolean(), false, {
      loosens: {
        topic: 'RECOURSE',
        isLaxer: (from, to) => from === false && to === true,
        strictest: false,
        laxest: true,
      },
    }),
  },
  { byTenant: true },
)

/** How documents for debtors look. */
export const documentSettings = settingGroup('document', 'DOCUMENT', {
  // The default for a client is its own language.
  language: setting(z.enum(languages), 'sv', ofClient),
  produce: setting(z.enum(['AT_ACTIVATION', 'ON_DEMAND']), 'AT_ACTIVATION'),
  pdfLayout: setting(z.enum(['STANDARD', 'COMPACT']), 'STANDARD'),
  logoDocumentId: setting(id('Document').nullable(), null, ofClient),
  colours: {
    primary: setting(colour, '#1f3a5f'),
    text: setting(colour, '#1a1a1a'),
  },
  attachTerms: setting(z.boolean(), false, { until: 'documents are sent' }),
  /** Null: derived from the identification number, if that is possible. */
  vatNumber: setting(filled(30).nullable(), null, ofClient),
  fTax: setting(z.boolean(), false, ofClient),
})

const textsIn = (language: Language) =>
  Object.fromEntries(
    textFields.map((field) => [
      field,
      setting(z.string().max(2000), defaultTexts[language][field]),
    ]),
  ) as Record<TextField, Setting<string>>

/** The standing texts of a client's documents. */
export const invoiceTextSettings = settingGroup('invoiceText', 'INVOICE_TEXT', {
  sv: textsIn('sv'),
  en: textsIn('en'),
})

export type InvoiceSettings = ValuesIn<typeof invoiceSettings>
export type ComplianceSettings = ValuesIn<typeof complianceSettings>
