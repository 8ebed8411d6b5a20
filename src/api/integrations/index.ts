export default {
  name: 'integrations',
  rooms: {},
}
