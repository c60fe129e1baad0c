/** For Prisma's own command, which is not installed: `DATABASE_URL=… npx prisma@7.10.0 …`. */
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL },
}
