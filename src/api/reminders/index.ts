import baseInterestRates from './base-interest-rates.ts'
import baseInterestSettings from './base-interest-settings.ts'
import charges from './charges.ts'
import fee from './fee.ts'

export default {
  name: 'reminders',
  rooms: {
    'base-interest-rates': baseInterestRates,
    'base-interest-settings': baseInterestSettings,
    charges,
    fee,
  },
}
