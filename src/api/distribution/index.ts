import reasonCode from './reason-code.ts'

export default {
  name: 'distribution',
  rooms: { 'reason-code': reasonCode },
}
