export default {
  name: 'credit',
  rooms: {},
}
