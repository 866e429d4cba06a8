/** Loaded with the first profile that uses the 90s theme. */
import './tokens.css';
import './fonts.css';
import './nineties.css';
import './desk.css';
