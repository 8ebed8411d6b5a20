export default {
  name: 'bookkeeping',
  rooms: {},
}
