import erpTypes from './erp-types.ts'
import erpsShort from './erps-short.ts'
import erps from './erps.ts'
import instanceProviders from './instance-providers.ts'
import serviceProviders from './service-providers.ts'

export default {
  name: 'integrations',
  rooms: {
    'erp-types': erpTypes,
    erps,
    'erps-short': erpsShort,
    'instance-providers': instanceProviders,
    'service-providers': serviceProviders,
  },
}
