import contentUserSetting from './content-user-setting.ts'
import reasonCode from './reason-code.ts'

export default {
  name: 'distribution',
  rooms: { 'content-user-setting': contentUserSetting, 'reason-code': reasonCode },
}
