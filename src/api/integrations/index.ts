import erpTypes from './erp-types.ts'
import erpsShort from './erps-short.ts'
import erps from './erps.ts'

export default {
  name: 'integrations',
  rooms: {
    'erp-types': erpTypes,
    erps,
    'erps-short': erpsShort,
  },
}
