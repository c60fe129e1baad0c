import { STORED_PROFILE_KEY } from '@/lib/texts/frame-constants'

export const THEME_KEY = 'theme'
export const SESSION_LINK_ID = 'session-link'

/** In the storage of the session once home's mark was drawn. */
export const MARK_KEY = 'mark'

/**
 * Runs in the head before the first paint: marks on <html> whether the user is signed in and an admin, the chosen
 * theme, and whether home's mark was drawn. A picture that does not come loses its placeholder, on which its words cannot
 * be read. Identical on every page, so that one hash in the policy covers it.
 */
export const HEAD_SCRIPT = `(function(d){function g(k){try{return localStorage.getItem(k)}catch(e){return null}}
var p=null;try{p=JSON.parse(g(${JSON.stringify(STORED_PROFILE_KEY)}))}catch(e){}
var i=!!(p&&typeof p.id==='string'&&p.id);d.dataset.session=i?'in':'out';d.dataset.admin=i&&p.isAdmin===true?'yes':'no';
var t=g(${JSON.stringify(THEME_KEY)});if(t==='light'||t==='dark'||t==='system')d.dataset.theme=t;
try{if(sessionStorage.getItem(${JSON.stringify(MARK_KEY)}))d.dataset.mark='drawn'}catch(e){}
addEventListener('error',function(e){if(e.target.tagName==='IMG')e.target.style.backgroundImage='none'},true);
window.colophonProfile=i?p:null})(document.documentElement)`

/** Placed right after the link to the user's own profile: fills in the name before the first paint. */
export const SESSION_LINK_SCRIPT = `(function(){var p=window.colophonProfile,a=document.getElementById(${JSON.stringify(
  SESSION_LINK_ID,
)});if(p&&a){a.textContent=typeof p.name==='string'?p.name:'';a.href='/profile/'+encodeURIComponent(p.id)}})()`
