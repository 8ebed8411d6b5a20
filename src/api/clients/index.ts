export default {
  name: 'clients',
  rooms: {},
}
