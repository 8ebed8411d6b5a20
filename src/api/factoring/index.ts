import factoringCountry from './factoring-country.ts'
import factoringDecisions from './factoring-decisions.ts'
import financingRules from './financing-rules.ts'
import invoiceRefinancing from './invoice-refinancing.ts'

export default {
  name: 'factoring',
  rooms: {
    'factoring-country': factoringCountry,
    'factoring-decisions': factoringDecisions,
    'financing-rules': financingRules,
    'invoice-refinancing': invoiceRefinancing,
  },
}
