import type { Language } from '../languages.ts'
import type { ChargeType } from '../pricing/price.ts'

/** What a charge is called on a bill. */
export const chargeWords: Readonly<Record<Language, Readonly<Record<ChargeType, string>>>> = {
  sv: {
    INVOICE_FEE: 'Fakturaavgift',
    CREDIT_INVOICE_FEE: 'Avgift för kreditfaktura',
    FACTORING_COMMISSION: 'Factoringprovision',
    DISCOUNT_INTEREST: 'Ränta på förskott',
    REMINDER_FEE_SHARE: 'Andel av påminnelseavgifter',
    COLLECTION_FEE: 'Inkassoavgift',
    DISTRIBUTION_EMAIL: 'Utskick per e-post',
    DISTRIBUTION_LETTER: 'Utskick per brev',
    DISTRIBUTION_PEPPOL: 'Utskick via Peppol',
    DISTRIBUTION_EFAKTURA: 'Utskick som e-faktura',
    CREDIT_CHECK: 'Kreditupplysning',
    MONITORING: 'Bevakning',
    PAYOUT_FEE: 'Utbetalningsavgift',
    EXPRESS_PAYOUT: 'Expressutbetalning',
    MONTHLY: 'Månadsavgift',
    LIMIT_FEE: 'Limitavgift',
    LOAN_SETUP: 'Uppläggningsavgift',
    LOAN_NOTICE: 'Aviavgift',
    LOAN_LATE: 'Förseningsavgift',
    API: 'API-anrop',
  },
  en: {
    INVOICE_FEE: 'Invoice fee',
    CREDIT_INVOICE_FEE: 'Credit note fee',
    FACTORING_COMMISSION: 'Factoring commission',
    DISCOUNT_INTEREST: 'Interest on advances',
    REMINDER_FEE_SHARE: 'Share of reminder fees',
    COLLECTION_FEE: 'Collection fee',
    DISTRIBUTION_EMAIL: 'Sending by e-mail',
    DISTRIBUTION_LETTER: 'Sending by letter',
    DISTRIBUTION_PEPPOL: 'Sending by Peppol',
    DISTRIBUTION_EFAKTURA: 'Sending as e-faktura',
    CREDIT_CHECK: 'Credit check',
    MONITORING: 'Monitoring',
    PAYOUT_FEE: 'Payout fee',
    EXPRESS_PAYOUT: 'Express payout',
    MONTHLY: 'Monthly fee',
    LIMIT_FEE: 'Limit fee',
    LOAN_SETUP: 'Arrangement fee',
    LOAN_NOTICE: 'Notice fee',
    LOAN_LATE: 'Late fee',
    API: 'API calls',
  },
}

export const billWords: Readonly<
  Record<Language, { reverseCharge: string; exempt: string; setOff: string }>
> = {
  sv: {
    reverseCharge: 'Omvänd skattskyldighet.',
    exempt: 'Räntor är undantagna från moms.',
    setOff: 'Beloppet avräknas mot ert klientkonto och ska inte betalas.',
  },
  en: {
    reverseCharge: 'Reverse charge.',
    exempt: 'Interest is exempt from VAT.',
    setOff: 'The amount is set off against your client account; do not pay it.',
  },
}
