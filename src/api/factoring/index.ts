export default {
  name: 'factoring',
  rooms: {},
}
