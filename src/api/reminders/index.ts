import baseInterestRates from './base-interest-rates.ts'
import baseInterestSettings from './base-interest-settings.ts'
import fee from './fee.ts'

export default {
  name: 'reminders',
  rooms: {
    'base-interest-rates': baseInterestRates,
    'base-interest-settings': baseInterestSettings,
    fee,
  },
}
