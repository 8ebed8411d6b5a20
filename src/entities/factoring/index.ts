import { FactoringCountry } from '../factoring-country.ts'
import { FactoringDecision, InvoiceRefinancing } from '../factoring-decision.ts'

export const factoring = [FactoringCountry, FactoringDecision, InvoiceRefinancing] as const
