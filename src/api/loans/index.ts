import businessLoan from './business-loan.ts'
import businessLoans from './business-loans/index.ts'
import loanProfiles from './loan-profiles.ts'

export default {
  name: 'loans',
  rooms: {
    'business-loan': businessLoan,
    'business-loans': businessLoans,
    'loan-profiles': loanProfiles,
  },
}
