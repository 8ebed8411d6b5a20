export default {
  name: 'invoices',
  rooms: {},
}
