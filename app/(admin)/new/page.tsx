import type { Metadata } from 'next'
import { PostForm } from '@/components/post/post-form'
import { LoggedInCheck } from '@/components/writing/logged-in-check'
import { WritingPage } from '@/components/writing/writing-page'
import { requireAdminPage } from '@/lib/auth/page'
import { NEW_POST } from '@/lib/settings/form-constants'

export const metadata: Metadata = { title: NEW_POST }

export default async function NewPostPage() {
  await requireAdminPage()
  return (
    <LoggedInCheck>
      <WritingPage title={NEW_POST}>
        <PostForm />
      </WritingPage>
    </LoggedInCheck>
  )
}
