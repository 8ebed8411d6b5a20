/** Common passwords of at least twelve characters, and likely ones made of words of the trade. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password1234 password12345 password123456 password1234567 password12345678 passwordpassword
  passw0rd1234 passw0rd12345 p4ssw0rd1234 thisispassword mypassword123 mypassword1234 newpassword1
  newpassword123 secretpassword password2024 password2025 password2026 password2027 passwort1234
  losenord1234 losenord12345 salasana1234 passord12345 adgangskode1 motdepasse123 contrasena123
  administrator administrator1 administrator123 adminadmin12 adminadmin123 adminpassword admin1234567
  admin12345678 admin123456789 administrador rootpassword rootrootroot superuser123 superuser1234
  welcome12345 welcome123456 welcome1234567 welcometothe changeme1234 changeme12345 changemenow1
  letmein12345 letmein123456 letmeinletmein iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch
  qwerty123456 qwerty1234567 qwerty12345678 qwertyqwerty qwertyuiop12 qwertyuiop123 qwertyuiop1234
  qwertyuiopasdf qwertyuiopasdfghjkl 1qaz2wsx3edc 1qaz2wsx3edc4rfv qazwsxedcrfv qazwsxedc123 1q2w3e4r5t6y
  1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i asdfghjkl123 asdfghjkl1234 asdfasdfasdf zxcvbnm12345 zaq12wsxcde3
  123456789012 1234567890123 1234567890abc 123456789abc 123456123456 123123123123 12341234123412
  111111111111 000000000000 112233445566 121212121212 987654321012 0987654321098 abc123456789
  abcd12345678 abcdefgh1234 abcdef123456 a1b2c3d4e5f6 aa1234567890 q1w2e3r4t5y6 monkey123456
  dragon123456 football1234 football12345 baseball1234 basketball12 basketball123 liverpool1234
  chelsea12345 arsenal12345 superman1234 batman123456 pokemon12345 starwars1234 michael12345
  jennifer1234 jessica12345 charlie12345 princess1234 sunshine1234 sunshine12345 chocolate123
  butterfly123 computer1234 internet1234 samsung12345 whatever1234 trustno1trustno1 master123456
  shadow123456 freedom12345 hello1234567 hellohello12 helloworld12 helloworld123 helloworld1234
  goodmorning1 goodmorning123 summer123456 winter123456 spring123456 autumn123456 sommar123456
  summer202512 stockholm123 stockholm1234 goteborg1234 sverige12345 norge1234567 danmark12345
  suomi1234567 test12345678 test123456789 testtesttest testing12345 testpassword guest1234567
  demo12345678 demodemodemo default12345 temporary123 temp12345678 company12345 business1234
  invoice12345 invoices1234 invoicing123 faktura12345 fakturor1234 factoring123 factoring1234
  receivables1 receivables123 receivables1234 receivables12345 correcthorse correcthorsebatterystaple
  `
    .trim()
    .split(/\s+/),
)
